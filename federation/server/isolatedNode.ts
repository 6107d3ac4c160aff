import fs from 'node:fs';
import path from 'node:path';

const repositoryRoot = path.resolve(__dirname, '../..');
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
/** A renderer with ten releases takes some 60 MB; one page that takes hundreds ends its process, and nothing else. */
export const ISOLATED_MEMORY_MB = 256;

/**
 * Where packages are, and where that is in truth: a copy of the repository may have links to the libraries of another.
 */
const readPackageDirectories = (): string[] => {
  const [beforePackages] = fs
    .realpathSync(require.resolve('react/package.json'))
    .split(`${path.sep}node_modules${path.sep}`);
  return [
    ...new Set([
      path.join(repositoryRoot, 'node_modules'),
      path.join(beforePackages ?? repositoryRoot, 'node_modules'),
    ]),
  ];
};

/**
 * Node's options for a process that runs another team's code: it reads what it is given, and nothing else of the disk,
 * writes nothing, and starts neither processes nor threads. On the platforms we run on, Node's permission model does
 * not cover the network.
 */
export const isolatedNodeOptions = (readable: readonly string[]): string[] => [
  PERMISSION,
  '--no-warnings',
  `--max-old-space-size=${ISOLATED_MEMORY_MB}`,
  // Node 20 ends itself where one is named twice.
  ...[...new Set(readable)].map((allowed) => `--allow-fs-read=${allowed}`),
];

/** The environment of such a process: nothing of this one's. */
export const ISOLATED_ENVIRONMENT = { NODE_ENV: 'production' } as const;

/** For one that also requires packages by their names: what it reads then, and its environment. */
export const withPackages = () => ({
  readable: readPackageDirectories(),
  environment: { ...ISOLATED_ENVIRONMENT, NODE_PATH: path.join(repositoryRoot, 'node_modules') },
});

const ancestorsOf = (file: string): string[] =>
  path.dirname(file) === file ? [] : [path.dirname(file), ...ancestorsOf(path.dirname(file))];

const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

const isOpenToOthers = (file: string): boolean => {
  const real = fs.realpathSync(file);
  const has = (name: string, bit: number): boolean => (fs.statSync(name).mode & bit) !== 0;
  return has(real, OTHERS_READ) && ancestorsOf(real).every((directory) => has(directory, OTHERS_ENTER));
};

/** The user who owns nothing, where this system has one. */
const findNobody = (): { readonly uid: number; readonly gid: number } | undefined => {
  const users = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

/**
 * Another user for such a process: the one who owns nothing, where this process may choose and that user can read what
 * it needs. In a container there is no choice: all of it runs as a user without rights.
 */
export const otherUser = (readable: readonly string[]): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  return [process.execPath, ...readable].every(isOpenToOthers) ? (findNobody() ?? {}) : {};
};
