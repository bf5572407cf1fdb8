import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile, receivesFrom, unknownEffect } from '../effects.ts';
import { has, readsValue, replacesValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, values } from '../shorthand.ts';
import { about, readsFileOrAddress } from '../text/text-files.ts';
import { installs, manager, type Verbs } from './package-verbs.ts';

const ofRpm: Verbs = {
  shows:
    /^(list|info|search|se|provides|whatprovides|repolist|repoquery|deplist|history|lr|repos|help|--version|--help|-h|alias|status|packages|pa|patterns|products|locks|ll|ps)$/,
  // What is new is asked of the repositories, where all else is told by what was fetched of them.
  asks: /^(check-update|list-updates|lu|updateinfo|list-patches|lp)$/,
  fetches: /^(download|makecache|refresh|ref)$/,
  changes:
    /^(install|in|localinstall|reinstall|update|up|upgrade|dup|dist-upgrade|downgrade|group|groupinstall|builddep|distro-sync|swap|module|config-manager|copr|mark|patch|addrepo|ar|removerepo|rr|modifyrepo|mr|addlock|al|versionlock|system-upgrade|shell|check|deploy|rebase|rollback)$/,
  removes: /^(remove|rm|erase|autoremove|clean|cc|groupremove|uninstall)$/,
  turns: /^(history .*\b(undo|redo|rollback|new|store|replay)\b|alias .*\b(add|delete)\b)/,
  values:
    /^(-c|--config|--installroot|--repo|--repoid|--enablerepo|--disablerepo|-x|--exclude|--releasever)$/,
  reboots: /^(?:system-upgrade|offline[\w-]*) reboot\b/,
  settings: /^(--setopt|-c|--config|--installroot|--root|-R|--plugin|--repofrompath)/,
};

/** Package managers of systems. What they install runs code of its own, so that their options hardly matter. */
export const programs: readonly Program[] = [
  manager(['apt', 'apt-get', 'aptitude', 'apt-fast', 'nala'], {
    shows:
      /^(list|show|showsrc|policy|depends|rdepends|why|why-not|versions|check|search|moo|help|indextargets|--version|-v|--help|-h)$/,
    asks: /^changelog$/,
    fetches: /^(download|source)$/,
    changes:
      /^(install|reinstall|update|upgrade|full-upgrade|dist-upgrade|dselect-upgrade|safe-upgrade|build-dep|satisfy|edit-sources|markauto|unmarkauto|hold|unhold|fetch)$/,
    removes: /^(remove|purge|autoremove|autopurge|clean|autoclean|auto-clean|distclean)$/,
    values: /^(-t|--target-release|--default-release|-a|--host-architecture|-o|-c|--option|--config-file)$/,
    settings: /^(-o|-c|--option|--config-file)/,
  }),
  manager(['brew'], {
    shows:
      /^(list|ls|leaves|commands|formulae|casks|shellenv|help|--prefix|--cellar|--caskroom|--repository|--repo|--version|-v|--help|-h)$/,
    asks: /^(info|abv|search|outdated|deps|uses|desc|livecheck|log|cat|config|--config|doctor|dr|missing|options|tap-info|audit|style|home|homepage)$/,
    changes:
      /^(install|reinstall|upgrade|update|up|link|ln|unlink|pin|unpin|tap|services|bundle|migrate|postinstall|edit|create|extract|developer|analytics)$/,
    removes: /^(uninstall|remove|rm|autoremove|cleanup|untap)$/,
  }),
  manager(['apt-cache', 'apt-file', 'dpkg-query', 'rpmquery', 'dpkg-architecture', 'debtree'], {
    shows: /./,
    changes: /^(update|gencaches)$/,
    settings: /^(-o|-c|--option|--config-file|--admindir|-E|--eval|--pipe|--load|--macros|--rcfile)/,
  }),
  {
    names: ['pkg-config', 'pkgconf'],
    options: {
      ...flags('--help, --about, --version, --errors-to-stdout, --print-errors, --short-errors'),
      ...flags('--silence-errors, --list-all, --list-package-names, --simulate, --no-cache, --define-prefix'),
      ...flags('--dont-define-prefix, --dont-relocate-paths, --dump-personality, --exists, --uninstalled'),
      ...flags('--no-uninstalled, --no-provides, --static, --shared, --pure, --env-only, --ignore-conflicts'),
      ...flags('--validate, --cflags, --cflags-only-I, --cflags-only-other, --libs, --libs-only-L'),
      ...flags('--libs-only-l, --libs-only-ldpath, --libs-only-other, --print-requires, --print-provides'),
      ...flags('--print-requires-private, --print-variables, --digraph, --solution, --keep-system-cflags'),
      ...flags('--keep-system-libs, --path, --modversion, --license, --source, --internal-cflags, --debug'),
      ...flags('--msvc-syntax, --fragment-tree, --print-digraph, --enable-recursion, --newlines, --verbose'),
      ...values('--atleast-pkgconfig-version, --atleast-version, --exact-version, --max-version'),
      ...values('--maximum-traverse-depth, --prefix-variable, --define-variable, --variable, --relocate'),
      ...values('--with-path, --exists-cflags, --fragment-filter'),
      '--personality': readsValue,
      '--log-file': replacesValue,
    },
  },
  {
    names: ['debconf-set-selections'],
    options: { ...about, ...flags('-v --verbose, -c --checkonly, -u --unseen') },
    effects: (call) => [
      ...call.operands.map(readsFile),
      ...(has(call, '--checkonly') || hasAny(call, '--help', '--version')
        ? []
        : [changes('system', known('debconf'))]),
    ],
  },
  manager(
    [
      'apt-mark',
      'apt-key',
      'apt-config',
      'add-apt-repository',
      'apt-add-repository',
      'dpkg-reconfigure',
      'dpkg-divert',
      'dpkg-statoverride',
    ],
    {
      shows:
        /^(showauto|showmanual|showhold|list|--list|-L|dump|shell|fingerprint|finger|export|exportall|--help|-h|--version)$/,
      changes: /./,
      settings: /^(?:-[oc]|--option|--config-file)/,
    },
  ),
  manager(['dpkg', 'dpkg-deb'], {
    shows:
      /^(-l|--list|-s|--status|-L|--listfiles|-S|--search|-p|--print-avail|-C|--audit|-V|--verify|--get-selections|--print-architecture|--print-foreign-architectures|--compare-versions|-c|--contents|-I|--info|-f|--field|-W|--show|--help|--version|-\?|--yet-to-unpack|--validate-\w+)(=.*)?$/,
    fetches: /^(-x|--extract|-X|--vextract|-e|--control|-R|--raw-extract|-b|--build)$/,
    changes:
      /^(-i|--install|--unpack|--configure|--set-selections|--clear-selections|--update-avail|--merge-avail|--clear-avail|--triggers-only|--add-architecture|--remove-architecture|-A|--record-avail|--forget-old-unavail)$/,
    removes: /^(-r|--remove|-P|--purge|--force-\w+)$/,
    settings: /^(--root|--instdir|--admindir|--pre-invoke|--post-invoke|--status-logger|--log)/,
  }),
  manager(['yum', 'dnf', 'dnf5', 'microdnf', 'tdnf', 'zypper', 'urpmi', 'swupd', 'eopkg'], ofRpm),
  manager(['rpm-ostree'], { ...ofRpm, reboots: /(?:^| )(?:--reboot|-[a-qs-zA-Z]*r\w*)(?: |$)/ }),
  queriesFiles(
    manager(['rpm'], {
      shows: /^(-q\w*|--query|-V\w*|--verify|--version|--help|-K|--checksig|--eval|-E|--showrc|--querytags)$/,
      changes:
        /^(-[iUF]\w*|--install|--upgrade|--freshen|--import|--rebuilddb|--initdb|--setperms|--setugids|--restore|--reinstall)$/,
      removes: /^(-e\w*|--erase)$/,
      settings:
        /^(--root|--dbpath|--define|-D|--rcfile|--load|--pipe|--macros|--eval|-E|--predefine|--specfile)/,
    }),
  ),
  upgradesBare(
    manager(['pacman', 'yay', 'paru', 'pamac', 'pikaur'], {
      shows:
        /^(-Q\w*|--query|-Ss\w*|-Si\w*|-Sl\w*|-Sg\w*|-Sp\w*|-F[lsxh]*|-Th?|--deptest|-V|--version|-h|--help|-P\w*|search|info|list)$/,
      changes:
        /^(-S\w*|-U\w*|-D\w*|-Fy\w*|-Y\w*|--sync|--upgrade|--database|--yay|--gendb|install|update|upgrade)$/,
      removes: /^(-R\w*|-Yc\w*|-c|--clean|--remove|remove)$/,
      values: /^(-r|--root|-b|--dbpath|--config|--cachedir)$/,
      settings: /^(-r$|--root|-b$|--dbpath|--config|--hookdir|--gpgdir|--sysroot|--overwrite|--logfile)/,
    }),
  ),
  {
    // What each does is in its name; the letters say how.
    names: ['xbps-query', 'xbps-install', 'xbps-remove'],
    style: 'none',
    effects: managesByName,
  },
  manager(
    ['apk', 'opkg', 'pkg', 'pkgin', 'port', 'emerge', 'equery', 'slackpkg', 'installpkg', 'removepkg'],
    {
      shows:
        /^(info|list|search|policy|version|stats|dot|audit|verify|query|which|--search|-s|-S|--pretend|-p|-pv|--info|--version|--help|-h|-V|installed|contents|depends|outdated|list-installed|files|print-architecture|updating|annotate|shell-version)$/,
      fetches: /^(fetch|update|index|manifest|-u|selfupdate|--sync)$/,
      changes:
        /^(add|install|upgrade|fix|set|lock|unlock|register|configure|activate|deactivate|-U|-uDN|[a-z]+\/[\w-]+)$/,
      removes: /^(del|delete|remove|rm|cache|clean|autoremove|purge|uninstall|--unmerge|-C|--depclean|-c)$/,
      settings: /^(--root|-p$|--repositories-file|--keys-dir|-o$|--config|-r$|--rootdir)/,
    },
  ),
  manager(['snap', 'flatpak'], {
    shows:
      /^(list|remotes|ps|history|version|--version|--help|-h|help|connections|interfaces|interface|services|changes|tasks|get|warnings|known|model|logs|permissions|documents|config)$/,
    asks: /^(find|info|search|remote-ls|remote-info)$/,
    fetches: /^(download)$/,
    changes:
      /^(install|update|upgrade|refresh|revert|enable|disable|set|unset|connect|disconnect|alias|unalias|start|stop|restart|switch|override|remote-add|remote-modify|mask|pin|hold|restore|save|login|logout|repair|prefer|try|ack|abort|wait|make-current|build.*|permission-.*)$/,
    removes: /^(remove|uninstall|remote-delete|forget|purge)$/,
    turns: /^config .*--(un)?set\b/,
    settings: /^(--installation|--dangerous|--classic|--devmode|--jailmode)/,
  }),
  {
    names: ['update-alternatives', 'alternatives', 'update-java-alternatives', 'select-editor'],
    style: 'none',
    effects: ({ operands }) => {
      const isQuestion = operands.some((word) =>
        /^(--display|--list|--query|--get-selections|--help|--version|-l)$/.test(textOf(word) ?? ''),
      );
      return isQuestion ? [] : [changes('system', operands.at(-1) ?? null)];
    },
  },
  {
    names: ['softwareupdate', 'mas', 'installer', 'pkgutil', 'winget', 'choco', 'scoop'],
    style: 'none',
    effects: ({ operands }) => {
      const isQuestion = operands.some((word) =>
        /^(-l|--list|list|search|info|outdated|version|--pkgs|--files|--pkg-info|--help|--version|show)$/.test(
          textOf(word) ?? '',
        ),
      );
      return isQuestion
        ? [receivesFrom(null)]
        : [receivesFrom(null), changes('package', operands.at(-1) ?? null)];
    },
  },
];

/** With `-p` and `-K` packages are read from files, or from addresses. A description of a package is another matter. */
function queriesFiles({ effects, ...rest }: Program): Program {
  const names = /^-(?:[qV]\w*p\w*|p\w*|K)$|^--(?:package|checksig)$/;
  return {
    ...rest,
    effects: (call) => {
      const files = call.operands.some((word) => names.test(prefixOf(word)))
        ? call.operands.filter((word) => !prefixOf(word).startsWith('-'))
        : [];
      return [...(effects?.(call) ?? []), ...files.map(readsFileOrAddress)];
    },
  };
}

/** Without a word, the helpers of pacman bring all that is installed up to date. */
function upgradesBare({ effects, ...rest }: Program): Program {
  return {
    ...rest,
    effects: (call) =>
      call.operands.length === 0 && /^(?:yay|paru|pikaur)$/.test(call.name)
        ? installs([null])
        : (effects?.(call) ?? []),
  };
}

function managesByName({ name, operands }: Call): readonly Effect[] {
  const options = operands.filter((word) => prefixOf(word).startsWith('-'));
  const objects = operands.filter((word) => !options.includes(word));
  if (options.some((word) => /^(?:-[hVn]|--help|--version|--dry-run)$/.test(textOf(word) ?? ''))) return [];
  const targets = objects.length === 0 ? [null] : objects;
  if (name === 'xbps-install') return installs(targets);
  if (name === 'xbps-remove') return targets.map((target) => destroys('package', target));
  const isElsewhere = options.some((word) => /^(?:-[A-Za-z]*R|--repo)/.test(prefixOf(word)));
  const isSet = options.some((word) => /^(?:-[A-Za-z]*[Cc]|--c)/.test(prefixOf(word)));
  return [
    ...(isElsewhere ? [receivesFrom(null)] : []),
    ...(isSet ? [unknownEffect('unknown-option', 'xbps-query')] : []),
  ];
}
