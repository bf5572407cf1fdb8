import { resolvePath } from '../../analysis/paths.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { hasAny } from '../../analysis/programs/shorthand.ts';
import type { Path } from '../../model/word.ts';
import type { Subject } from '../subject.ts';

/** A program that goes by files of the project, which can name what it runs, whatever it is asked for. */
interface NamingFiles {
  readonly program: RegExp;
  readonly files: readonly string[];
  /** It goes by them with these options alone; with all if left out. */
  readonly options?: readonly string[];
}

const endings = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];

/** A module of JavaScript, by what stands before its ending. */
const modules = (name: string): readonly string[] => endings.map((ending) => `${name}.${ending}`);

const gruntfiles = ['js', 'cjs', 'coffee'].flatMap((ending) => [
  `Gruntfile.${ending}`,
  `gruntfile.${ending}`,
]);

/** What is in the file, or is named there, runs with whatever the program is asked for, `--version` too, or with some options. */
const namingFiles: readonly NamingFiles[] = [
  // `yarnPath`, and `yarn-path`: the yarn that runs instead.
  { program: /^yarn(?:pkg)?$/, files: ['.yarnrc.yml', '.yarnrc'] },
  // The two others can name such a module.
  { program: /^pnpm$/, files: [...modules('.pnpmfile'), 'pnpm-workspace.yaml', '.npmrc'] },
  // Agents that the virtual machine loads, and extensions.
  { program: /^mvn$/, files: ['.mvn/jvm.config', '.mvn/maven.config', '.mvn/extensions.xml'] },
  // A toolchain by its path, of which all of these come.
  {
    program: /^(?:cargo|rustc|rustdoc|rustfmt|clippy-driver|rust-analyzer)$/,
    files: ['rust-toolchain.toml', 'rust-toolchain'],
  },
  // The compiler, what is put around it, and other meanings of subcommands.
  { program: /^cargo$/, files: ['.cargo/config.toml', '.cargo/config'] },
  { program: /^flake8$/, files: ['.flake8', 'setup.cfg', 'tox.ini'] },
  { program: /^pylint$/, files: ['.pylintrc', 'pylintrc', 'pyproject.toml', 'setup.cfg', 'tox.ini'] },
  { program: /^scrapy$/, files: ['scrapy.cfg'] },
  { program: /^rubocop$/, files: ['.rubocop'] },
  // Templates with Ruby in them.
  { program: /^rspec$/, files: ['.rspec', '.rspec-local'] },
  { program: /^jekyll$/, files: ['Gemfile'] },
  { program: /^rails$/, files: ['bin/rails', 'script/rails'] },
  { program: /^ava$/, files: modules('ava.config') },
  {
    program: /^nyc$/,
    files: [...modules('nyc.config'), '.nycrc', '.nycrc.json', '.nycrc.yml', '.nycrc.yaml'],
  },
  { program: /^sequelize(?:-cli)?$/, files: ['.sequelizerc'] },
  { program: /^gulp$/, files: [...modules('.gulp'), '.gulp.json', '.gulp.yml', '.gulp.yaml'] },
  { program: /^prisma$/, files: [...modules('prisma.config'), ...modules('.config/prisma')] },
  { program: /^bazel(?:isk)?$/, files: ['tools/bazel'] },
  { program: /^tox$/, files: ['toxfile.py'] },
  // Where SDKs are looked for, as of .NET 10.
  { program: /^dotnet$/, files: ['global.json'] },
  // Plugins that the project has for itself.
  { program: /^pdm$/, files: ['.pdm-plugins'] },
  { program: /^poetry$/, files: ['.poetry/plugins'] },
  { program: /^vue-cli-service$/, files: modules('vue.config') },
  { program: /^premake[45]$/, files: ['premake4.lua', 'premake5.lua'] },
  // Their help tells of what is in the file, which is code; Flask tells of the commands that its application adds.
  { program: /^grunt$/, files: gruntfiles, options: ['--help', '--verbose'] },
  { program: /^flask$/, files: ['app.py', 'wsgi.py', '.flaskenv', '.env'], options: ['--help'] },
  {
    program: /^scons$/,
    files: ['SConstruct', 'Sconstruct', 'sconstruct', 'SConstruct.py'],
    options: ['--help'],
  },
  { program: /^waf$/, files: ['wscript'], options: ['--help'] },
  { program: /^xmake$/, files: ['xmake.lua'], options: ['--help'] },
];

/** Whether a file is known to be there, in a directory where the program works or above it, that can name what it runs; where it works has to be known. */
export function isNamedByProject({ invocation: { name, cwd, isHere }, places, call }: Subject): boolean {
  const isThere = places.followed?.isThere ?? null;
  if (name === null || isThere === null || !isHere) return false;
  const files = namingFiles
    .filter(({ program, options }) => program.test(name) && mayHaveOne(call()?.call, options))
    .flatMap((naming) => naming.files);
  if (files.length === 0) return false;
  return workingDirectories(cwd, call()?.call).some((at) => {
    if (at.kind !== 'known') return true;
    return projectAround(at.text, places.home).some((directory) =>
      files.some((file) => isThere(`${directory}/${file}`)),
    );
  });
}

/** Where it is started, and where its options have it go from there. */
function workingDirectories(cwd: Path, call: Call | undefined): readonly Path[] {
  const directories = [cwd];
  let at = cwd;
  for (const { rule, value } of call?.given ?? []) {
    if (rule.isDirectory !== true) continue;
    at = resolvePath(at, value);
    directories.push(at);
  }
  return directories;
}

/** Whether one of some options is given; where the words are not read it may be. */
function mayHaveOne(call: Call | undefined, options: readonly string[] | undefined): boolean {
  return options === undefined || call === undefined || hasAny(call, ...options);
}

/** A directory and those above it. What is in the home directory itself is the user's. */
function projectAround(directory: string, home: string | null): readonly string[] {
  if (directory === '' || directory === home) return [];
  return [directory, ...projectAround(directory.slice(0, directory.lastIndexOf('/')), home)];
}
