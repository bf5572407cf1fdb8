import type { PathClass } from '../../model/decision.ts';
import { partsOfPaths, pathPattern } from '../glob.ts';
import { secretsOfHome, secretsOfSystem } from './secret-places.ts';

/** Paths of one class; `~` is any home directory, `**` any number of directories. */
interface ProtectedPaths {
  readonly class: PathClass;
  readonly paths: readonly string[];
  /** Paths that look like these and are not. */
  readonly except?: readonly string[];
}

/** Files by what they are for, wherever a name alone says it. */
export const protectedPaths: readonly ProtectedPaths[] = [
  {
    class: 'block-device',
    paths: [
      '/dev/{sd,hd,vd,xvd}{a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z}*',
      '/dev/{nvme,mmcblk,disk,rdisk,md,dm-,loop,nbd,zd,drbd,pmem,ubd,sr,fd}{0,1,2,3,4,5,6,7,8,9}*',
      '/dev/{mapper,disk,block,md,zvol}/**',
    ],
    except: ['/dev/fd/*', '/dev/mapper/control', '/dev/loop-control'],
  },
  {
    class: 'sink',
    paths: ['/dev/{null,zero,full,stdin,stdout,stderr}', '/dev/fd/{0,1,2}', '/proc/self/fd/{0,1,2}'],
  },
  { class: 'endless', paths: ['/dev/{zero,full,random,urandom,arandom,hwrng}'] },
  { class: 'terminal', paths: ['/dev/{tty,console,ptmx}', '/dev/tty*', '/dev/pts/**'] },
  { class: 'device', paths: ['/dev/**'] },
  { class: 'kernel', paths: ['/proc/**', '/sys/**'] },
  { class: 'git-directory', paths: ['**/.git', '**/*.git/.git'] },
  { class: 'git-internals', paths: ['**/.git/**'], except: ['**/.git'] },
  {
    class: 'secret',
    paths: [
      '**/.env',
      '**/.env{.*,~}',
      '**/*.env',
      '**/.envrc',
      '**/.{netrc,pgpass,my.cnf,npmrc,pypirc,htpasswd,git-credentials,dockercfg,vault-token,s3cfg,boto,authinfo,authinfo.gpg}',
      '**/_netrc',
      '**/{.dev.vars,.dev.vars.*,local.settings.json,*firebase-adminsdk*.json,.Renviron}',
      '**/*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk,asc,gpg,age,ovpn,tfstate,tfvars}',
      '**/id_{rsa,dsa,ecdsa,ed25519,ecdsa_sk,ed25519_sk}*',
      '**/{credentials,credentials.json,credentials.y{a,}ml,client_secret*.json,service-account*.json,serviceAccount*.json}',
      '**/{secrets,secret}.{json,y{a,}ml,toml,env,txt,ini,properties}',
      '**/{secrets,credentials}.{y{a,}ml,json}.enc',
      '**/master.key',
      // Of Handrail itself: whoever has it can answer as a client does.
      '**/mcp-token',
      '**/{.vault_pass*,.vault-pass*,.terraformrc,terraform.rc,wp-config.php,kubeconfig,kubeconfig.*,*.kubeconfig,*-kubeconfig.y{a,}ml}',
      '**/{deploy,api,private,ssh,host,secret,access,signing,encryption}{_,-}key{,s}{,.txt,.json,.b64,.bin}',
      '**/{token,tokens,apikey,apikeys,password,passwords,passwd,passphrase,secret,secrets}.{txt,b64,key,csv}',
      '**/{secrets,.secrets}/**',
      '**/.git/{config,config.worktree,credentials}',
      '**/.git/modules/**/{config,config.worktree}',
      '**/{.ssh,.aws,.gnupg,.azure,.kube,.password-store,.docker,.gcloud,.oci}/**',
      ...secretsOfHome.map((place) => `~/${place}/**`),
      '~/.{config/heroku,terraform.d,cargo/credentials*}/**',
      '~/Library/{Keychains,Cookies,Application Support/Google/Chrome}/**',
      '~/.*history',
      '~/.{lesshst,viminfo}',
      ...secretsOfSystem.map((place) => `${place}/**`),
      '/etc/passwd-',
      '/etc/ssh/**',
      '/proc/*/{environ,mem,maps,cmdline,fd}',
      '/proc/**/environ',
      '/var/run/secrets/**',
      '/run/secrets/**',
      '/dev/{mem,kmem,port,kmsg}',
    ],
    except: [
      '**/.dev.vars.{example,sample,template}',
      '**/.env.{example,sample,template,dist,defaults,schema,example.*}',
      '**/*.{pub,example,sample,template}',
      '**/secrets/**/*.{ts,tsx,js,jsx,mjs,cjs,py,go,rs,rb,java,kt,c,h,cc,cpp,hpp,cs,php,swift,scala,sh,md,mdx,rst,html,css,vue,svelte,snap}',
      '**/secrets',
      '**/.ssh/{known_hosts,config,authorized_keys}.example',
    ],
  },
  {
    class: 'startup-file',
    paths: [
      '~/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,inputrc,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,cshrc,tcshrc,login,logout,mkshrc,xinitrc,xprofile,xsession,xsessionrc,pam_environment}',
      '~/.config/{fish,nushell,emacs,autostart,systemd,environment.d,git,nvim,pip}/**',
      '~/.{gitconfig,vimrc,exrc,nanorc,emacs,screenrc,tmux.conf,wgetrc,curlrc,gdbinit,psqlrc,sqliterc,irbrc,pythonrc,pythonrc.py,Rprofile,npmrc,yarnrc,yarnrc.yml,condarc,pdbrc,mailcap,lesskey,lessfilter,rspec}',
      '~/.{vim,emacs.d,oh-my-zsh,local/bin,cargo/config*,pip,bundle,git-template}/**',
      '~/.ssh/{authorized_keys,authorized_keys2,config,rc,environment}',
      '~/Library/{LaunchAgents,LaunchDaemons}/**',
      '**/.git/{hooks/**,config,config.worktree,info/attributes,modules/**}',
      '**/{.husky,.githooks}/**',
      '**/{.gitattributes,.gitmodules,.gitconfig,.envrc,.mise.toml,.tool-versions,.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.cjs,sitecustomize.py,usercustomize.py,.pre-commit-config.yaml}',
      '**/{lefthook,.lefthook,lefthook-local,.lefthook-local}.{yml,yaml,toml,json}',
      '**/.lefthook{,-local}/**',
      '**/{.hg/hgrc,.jj/**/config.toml}',
      '**/.mvn/{jvm.config,maven.config,extensions.xml}',
      '**/{.jvmopts,.sbtopts,bunfig.toml,.pnpmfile.mjs}',
      '**/.{Rprofile,irbrc,pryrc,ghci,octaverc,ocamlinit,iex.exs,pdbrc,perldb,psysh.php}',
      '**/site-packages/*.pth',
      '**/{mise.toml,mise.*.toml,.mise.*.toml,.mise/**,.config/mise.toml,.config/mise/**}',
      '**/{.cargo/config,.cargo/config.toml,.yarn/plugins/**,.yarn/releases/**,.bazelrc}',
      '**/{.exrc,.vimrc,.nvimrc,.nvim.lua,.lvimrc,.dir-locals.el,.dir-locals-2.el,.gdbinit,.lldbinit}',
      '**/node_modules/.bin/**',
      '/etc/{profile,bash.bashrc,bashrc,environment,zshrc,crontab,rc.local,ld.so.preload,ld.so.conf,inittab,anacrontab,sudoers,inputrc,gitconfig}',
      '/etc/{profile.d,cron.d,cron.daily,cron.hourly,cron.weekly,cron.monthly,init.d,systemd,sudoers.d,ld.so.conf.d,xdg/autostart,pam.d,apt/apt.conf.d,udev,zsh}/**',
      '/var/spool/{cron,at}/**',
      '/{usr/,}lib/systemd/**',
      '/Library/{LaunchAgents,LaunchDaemons}/**',
    ],
  },
  {
    class: 'agent-settings',
    paths: [
      '**/.{claude,cursor,codex,gemini,continue,aider,windsurf,roo,kiro,opencode,cline,amazonq,goose,qwen,trae,zed,copilot}/**',
      '**/.{vscode,theia,idea,fleet,helix,devcontainer}/**',
      '**/.{claude.json,mcp.json,cursorrules,windsurfrules,clinerules,aider.conf.yml,roomodes,devcontainer.json}',
      '**/.{agent,agents,augment,crush,junie}/**',
      '**/{CLAUDE,CLAUDE.local,AGENTS,AGENTS.override,GEMINI,QWEN,CRUSH,WARP}.md',
      '**/{.goosehints,crush.json,.crush.json,*.code-workspace}',
      '**/{handrail.json,opencode.json,opencode.jsonc,mcp.json,claude_desktop_config.json}',
      '**/.github/{copilot-instructions.md,lsp.json,copilot/**,instructions/**,hooks/**,prompts/**,agents/**,chatmodes/**,skills/**}',
      '~/.config/{opencode,crush,goose,Code,Cursor,zed,helix,claude}/**',
    ],
  },
  {
    class: 'handrail',
    paths: ['~/.config/handrail/**', '~/.local/state/handrail/**'],
  },
  { class: 'holds-handrail', paths: ['~/{.config,.local,.local/state}'] },
  {
    class: 'public',
    paths: [
      '/usr/{include,share,lib,lib64,bin,sbin,src,libexec}/**',
      '/usr/local/{include,share,lib,bin,src}/**',
      '/{bin,sbin,lib,lib64}/**',
      '/etc/{os-release,lsb-release,hostname,debian_version,alpine-release,redhat-release,timezone,shells,services,protocols,hosts,resolv.conf,localtime,issue,ld.so.conf,nsswitch.conf,host.conf,networks,mime.types,locale.conf,locale.gen,fedora-release,centos-release,system-release,arch-release}',
      '/proc/{cpuinfo,meminfo,version,loadavg,uptime,stat,filesystems,partitions,mounts,cmdline,swaps,diskstats,vmstat,interrupts,softirqs,modules,buddyinfo,zoneinfo,devices,misc,cgroups,locks}',
      '/proc/*/{status,limits,cgroup,stat,statm,mountinfo,mounts,comm,wchan,oom_score,oom_score_adj,io,sched,schedstat,uid_map,gid_map}',
      '/proc/{net,self/net}/{dev,route,tcp,tcp6,udp,udp6,unix,arp,sockstat,snmp,netstat,if_inet6,fib_trie}',
      '/proc/sys/{fs,vm,net/core}/**',
      '/proc/sys/kernel/{hostname,domainname,ostype,osrelease,version,pid_max,threads-max,shmmax,shmall,sem,perf_event_paranoid,randomize_va_space,yama/ptrace_scope,unprivileged_userns_clone,core_pattern,random/boot_id,random/uuid}',
      '/sys/{class,devices,block,module,fs/cgroup,kernel/mm}/**',
    ],
  },
  {
    class: 'system',
    paths: [
      '/{bin,boot,etc,lib,lib32,lib64,opt,root,run,sbin,srv,usr,var,System,Library,Applications,private}/**',
    ],
    except: ['/var/tmp/**', '/private/{tmp,var/folders}/**'],
  },
  { class: 'temp', paths: ['/tmp/**', '/var/tmp/**', '/private/{tmp,var/folders}/**', '/dev/shm/**'] },
];

/** The same as it is looked up. */
interface ProtectedClass {
  readonly class: PathClass;
  readonly ignoresCase: boolean;
  /** Each path of the class has one of these in it; in small letters if the case is ignored. */
  readonly parts: readonly string[];
  readonly is: RegExp;
  readonly isNot: RegExp | null;
}

/** Classes whose files are found under other spellings too where the file system makes no difference, as on macOS. */
const nameable: ReadonlySet<PathClass> = new Set([
  'git-directory',
  'git-internals',
  'secret',
  'startup-file',
  'agent-settings',
  'handrail',
]);

export const protectedTable: readonly ProtectedClass[] = protectedPaths.map(
  ({ class: pathClass, paths, except }) => ({
    class: pathClass,
    ignoresCase: nameable.has(pathClass),
    parts: nameable.has(pathClass)
      ? partsOfPaths(paths).map((part) => part.toLowerCase())
      : partsOfPaths(paths),
    is: pathPattern(paths, nameable.has(pathClass)),
    isNot: except === undefined ? null : pathPattern(except, nameable.has(pathClass)),
  }),
);

/** Whether a path is of a class. */
export function isOfClass(path: string, entry: ProtectedClass): boolean {
  return looksLike(path, entry) && entry.isNot?.test(path) !== true;
}

/** The same for paths that the class excepts too. An expression is asked for where it is wanted: it takes longer to be made than all the rest here. */
export function looksLike(path: string, entry: ProtectedClass): boolean {
  const text = entry.ignoresCase ? path.toLowerCase() : path;
  return entry.parts.some((part) => text.includes(part)) && entry.is.test(path);
}

/** Files that are secrets because of the directory that they are in, which wildcards could stand for. */
export const secretFiles: readonly (readonly [directory: string, name: string])[] = [
  ['.git', 'config'],
  ['.ssh', 'config'],
  ['.aws', 'config'],
  ['.kube', 'config'],
  ['.docker', 'config.json'],
  ['.gnupg', 'pubring.kbx'],
];

/** Names that a wildcard in the last part of a path could stand for, and that would be a secret. */
export const secretNames: readonly string[] = [
  '.env',
  '.env.local',
  '.envrc',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.git-credentials',
  'id_rsa',
  'id_ed25519',
  'mcp-token',
  'credentials',
  'server.key',
  'server.pem',
  'shadow',
  'passwd',
  'environ',
  '.bash_history',
];

/** Names that a wildcard stands for where the word in them is told, `secret*`. By their endings alone they are any file: `*.yml`. */
export const wordedSecretNames: readonly string[] = [
  'secret',
  'secrets',
  'password',
  'passwords',
  'apikey',
].flatMap((word) => ['.txt', '.yml', '.yaml', '.json', '.toml', '.ini'].map((ending) => word + ending));

/** The words in them. */
export const secretWord: RegExp = /secret|password|apikey/;
