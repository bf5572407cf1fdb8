/**
 * The programs of each topic, for `registry.ts`. Written by `scripts/program-names.mjs`.
 */
export const names = {
  builtinTests: `
    echo true false : test [ [[
  `,
  builtinVariables: `
    export declare typeset local readonly unset read mapfile readarray getopts printf let
  `,
  builtinDirectories: `
    cd pushd popd dirs pwd
  `,
  builtinOptions: `
    set shopt umask ulimit
  `,
  builtinNames: `
    type hash enable alias unalias
  `,
  builtinCode: `
    eval source . trap
  `,
  builtinJobs: `
    suspend wait jobs fg bg disown
  `,
  builtinHistory: `
    history fc
  `,
  builtinCompletion: `
    complete compgen compopt bind
  `,
  builtinFlow: `
    caller times help exit return break continue logout shift
  `,
  files: `
    rm grm unlink rmdir grmdir shred srm cp gcp mv gmv ln gln link install ginstall mkdir gmkdir touch gtouch
    mktemp gmktemp tempfile mkfifo mknod truncate gtruncate fallocate dd gdd sync rename prename file-rename
    perl-rename
  `,
  textShow: `
    cat gcat tac gtac nl head ghead tail gtail wc gwc zcat gzcat bzcat xzcat lzcat zstdcat lz4cat pdftotext
  `,
  bytes: `
    od god hexdump hd hexyl xxd strings gstrings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum
    b3sum cksum sum md5 shasum gmd5sum gsha256sum sha1 sha256 sha512 crc32 xxhsum xxh64sum xxh128sum base64
    base32 basenc gbase64 file
  `,
  objectFiles: `
    nm gnm objdump gobjdump readelf greadelf size gsize
  `,
  dataTools: `
    csvcut csvlook csvstat csvsort csvgrep datamash xml2 html2 htmlq pup pdfgrep diffstat rpm2cpio patch
    gpatch
  `,
  documents: `
    xmllint pdfinfo pdffonts ffprobe
  `,
  pictures: `
    identify magick exiftool
  `,
  macros: `
    m4 gm4
  `,
  sorting: `
    sort gsort uniq guniq comm gcomm join gjoin tsort shuf gshuf look
  `,
  layout: `
    cut gcut paste gpaste fold gfold fmt gfmt expand unexpand gexpand pr ptx column rev colrm col ul ts
  `,
  splitting: `
    tee gtee sponge split gsplit csplit gcsplit
  `,
  conversion: `
    tr gtr iconv giconv dos2unix unix2dos mac2unix unix2mac d2u u2d isutf8 numfmt gnumfmt pandoc
  `,
  search: `
    grep egrep fgrep rgrep ggrep gegrep gfgrep zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep lz4grep find
    gfind locate mlocate plocate slocate
  `,
  searchTools: `
    rg ripgrep ag ack ack-grep fd fdfind fzf sk ast-grep sd
  `,
  git: `
    git git-lfs
  `,
  sed: `
    sed gsed ssed
  `,
  awk: `
    awk gawk mawk nawk original-awk bwk
  `,
  npm: `
    npm npx pnpx corepack lerna nx turbo rush rushx ng rimraf del-cli del
  `,
  pnpm: `
    pnpm
  `,
  yarn: `
    yarn yarnpkg
  `,
  javascript: `
    node nodejs tsx ts-node ts-node-esm ts-node-dev babel-node esno nodemon swc-node deno
  `,
  bun: `
    bun bunx
  `,
  python: `
    python python3 python2 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy
    pypy3 ipython ipython3 bpython ptpython
  `,
  machine: `
    lshw dmidecode duf uname guname hostname domainname dnsdomainname nisdomainname ypdomainname nodename
    printenv gprintenv free vmstat vm_stat iostat mpstat pidstat nfsiostat uptime w who gwho last lastb
    lastlog faillog ldconfig ldd hwclock ntpdate chronyd setenforce swapon swapoff zramctl auditctl tc
    getenforce sestatus systemd-detect-virt sensors acpi fc-list fc-match nvidia-smi rocm-smi systemd-analyze
    chronyc ntpq
  `,
  kernel: `
    dmesg sysctl lsmod kldstat modinfo modprobe insmod rmmod depmod kmod kextload kextunload kldload kldunload
    dkms
  `,
  listedState: `
    ipcs lslogins lsns
  `,
  processes: `
    ps pgrep pidof pidwait kill pkill killall skill xkill renice snice fuser top htop btop atop glances nvtop
    iotop iftop nethogs bpytop gtop bashtop pstree pmap pwdx lsof
  `,
  httpClients: `
    http https xh xhs aria2c
  `,
  pageReaders: `
    lynx w3m links links2 elinks lwp-request GET HEAD POST lwp-download fetch curlie
  `,
  dns: `
    ping ping4 ping6 fping dig mdig delv nslookup host drill kdig dog doggo q whois jwhois traceroute
    traceroute6 tcptraceroute tracepath tracepath6 mtr mtr-packet getent resolvectl systemd-resolve
  `,
  sockets: `
    nc netcat ncat nc.openbsd nc.traditional socat socat1 telnet ftp tnftp tftp lftp ngrok localtunnel lt
    cloudflared bore
  `,
  rsync: `
    rsync
  `,
  ssh: `
    ssh slogin mosh scp sftp sshfs ssh-keygen ssh-add ssh-agent ssh-copy-id ssh-keyscan
  `,
  wget: `
    wget wget2
  `,
  curl: `
    curl
  `,
  archives: `
    zip unzip zipinfo zipgrep zipnote funzip lsar unzipsfx 7z 7za 7zr 7zz unrar rar unar cpio
  `,
  libraries: `
    ar gar llvm-ar gcc-ar ranlib strip objcopy
  `,
  compression: `
    gzip gunzip pigz unpigz uncompress compress bzip2 bunzip2 pbzip2 lbzip2 xz unxz lzma unlzma lzip plzip
    zstd unzstd zstdmt pzstd lz4 unlz4
  `,
  tar: `
    tar gtar bsdtar
  `,
  trash: `
    gio trash trash-put rmtrash gvfs-trash trash-empty trash-rm
  `,
  jq: `
    jq gojq jaq yq xq tomlq
  `,
  jsonTools: `
    gron jc
  `,
  smallPrograms: `
    date gdate cal ncal cowsay cowthink lolcat sleep gsleep usleep yes factor hostid logname whoami arch
    groups users expr gexpr seq gseq jot nproc gnproc id pinky finger tty stty tput clear reset tset locale
    localedef uuidgen uuid mcookie bc dc getopt getconf lscpu lsmem lsipc lslocks lsb_release sw_vers lspci
    lsusb envsubst xsel xclip wl-copy wl-paste clip clip.exe xdg-open open start wslview gio-open
    sensible-browser x-www-browser explorer.exe
  `,
  shownVersions: `
    vim vi nvim view ex vimdiff ed emacs nano code clangd pdflatex xelatex lualatex tcpdump chromium
    chromium-browser google-chrome firefox mysqld mongod rust-analyzer clippy-driver ncdu flatc asciidoctor
    gource git-cliff check-jsonschema ffmpeg ffplay convert mogrify montage composite plantuml tesseract
    redis-server iperf3 postgres nmap dot nginx apache2 httpd pdftoppm pdftocairo pdfimages
  `,
  secretKeepers: `
    gpg gpg2 age rage sops pass gopass secret-tool bw lpass rbw keepassxc-cli keyring heroku
  `,
  fileDetails: `
    ls dir vdir gls eza exa lsd tree stat gstat du gdu dust df gdf readlink greadlink realpath grealpath
    basename gbasename dirname gdirname pathchk namei dircolors which whereis whatis apropos chmod gchmod
    chown chgrp gchown gchgrp chcon xattr
  `,
  typescript: `
    tsc tsgo vue-tsc svelte-check
  `,
  linters: `
    eslint eslint_d oxlint standard xo tslint stylelint markdownlint markdownlint-cli2 jshint knip depcheck
    madge commitlint lint-staged prettier biome rome dprint
  `,
  testRunners: `
    vitest jest mocha ava tap c8 nyc karma cypress wdio web-test-runner jasmine playwright
  `,
  bundlers: `
    webpack webpack-cli vite next nuxt nuxi astro remix rollup rolldown esbuild parcel tsup tsdown swc babel
    turbopack snowpack gatsby svelte-kit react-scripts vue-cli-service storybook expo microbundle unbuild gulp
    grunt http-server serve live-server json-server servor
  `,
  scriptRunners: `
    concurrently npm-run-all run-s run-p shx husky simple-git-hooks lefthook
  `,
  migrations: `
    prisma drizzle-kit typeorm knex sequelize sequelize-cli supabase-cli
  `,
  pip: `
    pip pip3 pip2 pip3.11 pip3.12 pip3.13
  `,
  uv: `
    uv uvx
  `,
  pythonProjects: `
    poetry pdm hatch rye pipenv pipx conda mamba micromamba virtualenv pyvenv twine flit pyenv
  `,
  pythonTools: `
    ruff black isort yapf autopep8 autoflake pyupgrade docformatter flake8 pycodestyle pydocstyle bandit
    vulture codespell pyright basedpyright pyre radon mccabe djlint sqlfluff pip-audit safety yamllint
    pyflakes pylint mypy dmypy django-admin flask alembic celery scrapy airflow dbt uvicorn gunicorn hypercorn
    daphne waitress-serve streamlit jupyter jupyter-lab jupyter-notebook mkdocs sphinx-build sphinx-autobuild
    pyproject-build cookiecutter nbconvert papermill
  `,
  pythonTests: `
    pytest py.test tox nox coverage
  `,
  containers: `
    docker nerdctl podman buildah docker-compose podman-compose
  `,
  images: `
    skopeo crane dive hadolint ctop lazydocker
  `,
  kubernetes: `
    kubectl oc k3s-kubectl kubectx kubens k9s lens stern kubetail
  `,
  kubernetesTools: `
    helm kustomize minikube kind k3d microk8s colima eksctl kops flux argocd skaffold tilt istioctl kubeadm
    helmfile
  `,
  sqlite: `
    sqlite3 sqlite sqlcipher duckdb
  `,
  postgres: `
    psql pgcli pg_dump pg_dumpall pg_restore createdb createuser vacuumdb reindexdb clusterdb pgbench
    createlang droplang dropdb dropuser pg_isready pg_ctl pg_ctlcluster pg_dropcluster pg_createcluster
    pg_upgradecluster pg_lsclusters pg_config initdb pg_basebackup pg_receivewal pg_resetwal pg_upgrade
    pg_rewind
  `,
  databases: `
    influx cqlsh clickhouse-client clickhouse sqlcmd sqlplus cockroach neo4j-admin cypher-shell etcdctl
    supabase dynamodb-local usql snowsql bq db2
  `,
  mysql: `
    mysql mariadb mycli mysqldump mariadb-dump mysqlpump mysqladmin mariadb-admin mysqlimport mysqlcheck
    mysql_upgrade mysqlslap mysql_secure_installation mariadb-import mysqlshow
  `,
  redis: `
    redis-cli valkey-cli keydb-cli
  `,
  mongo: `
    mongosh mongo mongodump mongoexport mongorestore mongoimport mongofiles
  `,
  power: `
    shutdown reboot poweroff halt telinit init pm-suspend pm-hibernate kexec runlevel rtcwake
  `,
  administration: `
    useradd usermod userdel adduser deluser groupadd groupmod groupdel addgroup delgroup gpasswd newusers
    chpasswd chgpasswd chfn chsh vipw vigr visudo pwck grpck dscl dseditgroup sysadminctl pw chage passwd
    newgidmap newuidmap crontab at batch atq atrm atd anacron cron crond sendmail mail mailx s-nail mutt
    neomutt msmtp ssmtp swaks exim exim4 mailq himalaya alpine logger wall write talk mesg notify-send
    terminal-notifier espeak say mkinitcpio update-initramfs dracut grub-install grub2-install grub-mkconfig
    grub2-mkconfig update-grub efibootmgr grub-reboot grub-set-default grubby flashrom fwupdmgr ldm bless
    nvram csrutil spctl systemsetup pmset scutil networksetup kmutil iptables ip6tables iptables-save
    ip6tables-save iptables-restore ip6tables-restore ebtables arptables nft ufw pfctl ipset fail2ban-client
  `,
  disks: `
    mkfs mke2fs mkswap mkdosfs mkntfs newfs mksquashfs mkudffs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs
    mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.jfs mkfs.reiserfs mkfs.minix
    mkfs.cramfs mkfs.bfs mkfs.nilfs2 mkfs.udf mkfs.ext4dev mkfs.zfs mkisofs genisoimage xorrisofs fdisk gdisk
    sfdisk sgdisk cfdisk cgdisk parted partprobe partx kpartx growpart wipefs blkdiscard nvme sdparm sg_format
    fstrim zerofree resize2fs tune2fs xfs_growfs xfs_repair xfs_admin btrfstune ntfsresize swaplabel debugfs
    hdparm badblocks e2label fatlabel dosfslabel fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.xfs fsck.vfat
    fsck.fat dosfsck fsck.btrfs ntfsfix
  `,
  volumes: `
    dumpe2fs xfs_info blockdev filefrag smartctl lsscsi dmsetup losetup mdadm zpool zfs btrfs multipath
    iscsiadm lsblk findmnt blkid pvs vgs lvs pvdisplay vgdisplay lvdisplay pvscan vgscan lvscan mountpoint
    cryptsetup veritysetup integritysetup pvcreate pvremove pvmove pvresize pvchange vgcreate vgremove
    vgextend vgreduce vgchange vgrename lvcreate lvremove lvextend lvreduce lvresize lvchange lvrename
    lvconvert lvm vgimport vgexport
  `,
  mounts: `
    mount umount unmount fusermount fusermount3 eject udisksctl pumount pmount
  `,
  fileAttributes: `
    chattr lsattr getfacl getcap getfattr setfacl setcap setfattr
  `,
  services: `
    systemctl journalctl loginctl hostnamectl timedatectl localectl service invoke-rc.d rc-service sv
    update-rc.d chkconfig rc-update insserv initctl supervisorctl pm2 monit launchd systemd-tmpfiles
    systemd-sysusers systemd-nspawn machinectl portablectl networkctl bootctl coredumpctl busctl udevadm
    dbus-send gdbus nmcli bluetoothctl firewall-cmd pactl amixer
  `,
  systemPackages: `
    apt apt-get aptitude apt-fast nala brew apt-cache apt-file dpkg-query rpmquery dpkg-architecture debtree
    pkg-config pkgconf debconf-set-selections apt-mark apt-key apt-config add-apt-repository
    apt-add-repository dpkg-reconfigure dpkg-divert dpkg-statoverride dpkg dpkg-deb yum dnf dnf5 microdnf tdnf
    zypper urpmi swupd eopkg rpm-ostree rpm pacman yay paru pamac pikaur xbps-query xbps-install xbps-remove
    apk opkg pkg pkgin port emerge equery slackpkg installpkg removepkg snap flatpak update-alternatives
    alternatives update-java-alternatives select-editor softwareupdate mas installer pkgutil winget choco
    scoop
  `,
  buildTools: `
    make gmake mingw32-make remake bmake ninja ninja-build samu meson bazel bazelisk buck buck2 pants please
    just task go-task mage invoke inv doit fab cargo-make makers mask earthly dagger tusk autoreconf autoconf
    autoheader automake aclocal libtoolize rake thor scons waf xmake premake5 gn qmake redo tup snakemake
    nextflow b2 bjam conan vcpkg
  `,
  cmake: `
    cmake ctest cpack
  `,
  jvmBuilds: `
    gradle gradlew kotlinc-gradle mvn mvnw mvnd ant sbt mill bloop lein clj clojure boot leiningen
  `,
  compilers: `
    gcc g++ cc c++ clang clang++ gfortran gcc-11 gcc-12 gcc-13 gcc-14 g++-11 g++-12 g++-13 g++-14 clang-14
    clang-15 clang-16 clang-17 clang-18 emcc em++ nvcc tcc icc c99 c89 ld lld gold mold as nasm yasm cpp
    c++filt addr2line otool dwarfdump llvm-nm llvm-objdump patchelf install_name_tool clang-format clang-tidy
    cppcheck astyle uncrustify ktlint google-java-format scalafmt detekt checkstyle
  `,
  toolchains: `
    wasm-pack wasm-opt zig nim dmd v odin crystal swift swiftc xcodebuild kotlin scala scala-cli groovy jbang
    kscript flutter dart haxe
  `,
  java: `
    java javac kotlinc kotlinc-jvm scalac groovyc javadoc jar javap jps jstack jmap jstat jcmd jinfo jdeps
    jlink jshell keytool jarsigner
  `,
  github: `
    gh glab hub tea jira linear
  `,
  versionControl: `
    svn hg chg sl fossil bzr darcs pijul cvs p4 tig lazygit gitui sourcetree gitk
  `,
  jujutsu: `
    jj
  `,
  go: `
    go gofmt goimports gofumpt golines golangci-lint staticcheck govulncheck revive errcheck gosec gotestsum
    ginkgo dlv air goreleaser mockgen buf protoc sqlc swag wire
  `,
  terraform: `
    terraform tofu terragrunt tflint tfsec checkov cdk cdktf sam serverless sls copilot infracost trivy
    waypoint nomad consul vault boundary pulumi packer
  `,
  ansible: `
    ansible ansible-playbook ansible-pull ansible-console ansible-navigator ansible-galaxy ansible-lint
    ansible-doc ansible-config ansible-inventory ansible-test ansible-vault vagrant
  `,
  codeChecks: `
    pre-commit prek act shellcheck shfmt actionlint dotenv-linter editorconfig-checker ec taplo lychee vale
    typos gitleaks trufflehog semgrep cloc tokei scc loc
  `,
  cloud: `
    aws gcloud gsutil az
  `,
  interpreters: `
    perl perl5 ruby jruby truffleruby irb pry iex ghci scala-repl jshell-repl psysh evcxr erl php php8 php8.1
    php8.2 php8.3 php8.4 lua lua5.1 lua5.2 lua5.3 lua5.4 luajit texlua nu xonsh elvish Rscript R r julia
    octave sbcl guile racket gosh swipl ocaml tclsh wish expect elixir escript runghc runhaskell janet bb
    babashka gjs qjs wasmtime wasmer osascript-js gnuplot maxima dotnet-script csi fsi
  `,
  powershell: `
    pwsh powershell Get-Content get-content Set-Content set-content Remove-Item remove-item
  `,
  ruby: `
    gem bundle bundler
  `,
  dotnet: `
    dotnet
  `,
  languageTools: `
    rails hanami jekyll middleman hugo rspec cucumber minitest rubocop standardrb brakeman sorbet srb steep
    guard foreman overmind puma unicorn rackup sidekiq capistrano cap kitchen phpunit pest phpstan psalm
    php-cs-fixer phpcs phpcbf artisan symfony laravel busted luacheck stylua credo hlint ormolu fourmolu
    rebar3 composer mix ghc cabal stack opam dune luarocks cpan cpanm swift-package rebar elm purs spago gleam
    pub carthage pod fastlane tuist gradle-profiler nuget paket shards nimble raco quicklisp alr fpm
    conan-center
  `,
  rust: `
    cargo rustc rustdoc rustfmt rustup
  `,
  shells: `
    bash sh dash ash zsh ksh ksh93 mksh rbash yash oksh posh fish csh tcsh su runuser sg newgrp script busybox
    toybox
  `,
  wrappers: `
    env genv sudo sudoedit doas pkexec gosu su-exec chpst setuidgid timeout gtimeout nice gnice ionice chrt
    taskset nohup gnohup setsid stdbuf gstdbuf time gtime command builtin exec setarch linux32 linux64 i386
    x86_64 fakeroot unbuffer eatmydata gamemoderun nocache dbus-run-session catchsegv caffeinate rlwrap
    torsocks torify proxychains proxychains4 timelimit multitime
  `,
  wrappersInput: `
    xargs gxargs parallel sem watch watchexec chokidar onchange reflex flock entr hyperfine run-parts
  `,
  wrappersIsolation: `
    chroot gchroot unshare nsenter setpriv bwrap proot fakechroot runcon aa-exec capsh systemd-run
  `,
  wrappersStart: `
    tini docker-init tini-static dumb-init catatonit faketime datefudge systemd-inhibit systemd-cat choom
    dbus-launch perf ld.so qemu-x86_64 qemu-i386 qemu-aarch64 qemu-arm qemu-riscv64 logsave setlock envdir
    heaptrack nq s6-setuidgid dtach abduco asciinema pee nix guix distrobox toolbox doppler op infisical
    aws-vault chamber teller honcho pixi devbox sshpass ccache sccache distcc
  `,
  wrappersTracing: `
    strace ltrace gdb lldb valgrind
  `,
  comparison: `
    diff gdiff colordiff zdiff bzdiff xzdiff lzdiff cmp gcmp zcmp bzcmp xzcmp sdiff diff3 wdiff dwdiff difft
  `,
  pagers: `
    less zless bzless xzless lessc more zmore most pg bat batcat man info pinfo tldr tlrc delta glow mdcat
  `,
  interfaces: `
    ss netstat ip ifconfig iwconfig route arp openssl
  `,
  wrappersSurroundings: `
    prlimit chronic ifne softlimit xcrun lckdo mispipe trickle cpulimit numactl tsp retry cgexec schedtool
    cset bubblewrap firejail xvfb-run start-stop-daemon dotenv dotenvx env-cmd cross-env cross-env-shell
    with-env direnv mise asdf rtx rbenv nodenv goenv jenv volta fnm nvm nix-shell
  `,
  terminals: `
    tmux byobu zellij screen xterm uxterm rxvt urxvt st x-terminal-emulator gnome-terminal konsole
    xfce4-terminal lxterminal mate-terminal terminator tilix alacritty kitty foot wezterm
  `,
  handrail: `
    handrail
  `,
} as const;
