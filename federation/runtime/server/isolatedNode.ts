import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
/** Several times what a renderer needs. A page that needs more ends only the process of its own release. */
export const ISOLATED_MEMORY_MB = 256;

/**
 * Returns Node's options for a process that runs code of another team: it can read only the given files, and can
 * neither write nor start processes or threads.
 */
const listNodeOptions = (readable: readonly string[]): string[] => [
  PERMISSION,
  '--no-warnings',
  `--max-old-space-size=${ISOLATED_MEMORY_MB}`,
  // Node 20 exits if a path is given twice.
  ...[...new Set(readable)].map((allowed) => `--allow-fs-read=${allowed}`),
];

/** Environment of such a process; inherits nothing. */
export const ISOLATED_ENVIRONMENT = { NODE_ENV: 'production' } as const;

const listAncestors = (file: string): string[] =>
  path.dirname(file) === file ? [] : [path.dirname(file), ...listAncestors(path.dirname(file))];

const OTHERS_READ_BIT = 0o004;
const OTHERS_EXECUTE_BIT = 0o001;

const isOpenToOthers = (file: string): boolean => {
  const real = fs.realpathSync(file);
  const has = (name: string, bit: number): boolean => (fs.statSync(name).mode & bit) !== 0;
  return has(real, OTHERS_READ_BIT) && listAncestors(real).every((directory) => has(directory, OTHERS_EXECUTE_BIT));
};

/** Returns the user `nobody`, if this system has one. */
const findNobodyUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  const users = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns an unprivileged user for such a process, if this process may switch users and that user can read all it
 * needs. In a container everything runs as an unprivileged user already.
 */
const findUnprivilegedUser = (readable: readonly string[]): User => {
  if (process.getuid?.() !== 0) return {};
  return [process.execPath, ...readable].every(isOpenToOthers) ? (findNobodyUser() ?? {}) : {};
};

/** Starts a program in a network namespace of its own, in which there is nothing to connect to (util-linux). */
const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'].find((file) => fs.existsSync(file));
const UNSHARE_OPTIONS = ['--user', '--map-current-user', '--net', '--'];

const canUnshare = new Map<number | undefined, boolean>();

const canUnshareAs = (user: User): boolean => {
  const known = canUnshare.get(user.uid);
  if (known !== undefined) return known;
  const canRun =
    UNSHARE !== undefined &&
    spawnSync(UNSHARE, [...UNSHARE_OPTIONS, process.execPath, '--version'], { stdio: 'ignore', ...user }).status === 0;
  canUnshare.set(user.uid, canRun);
  return canRun;
};

/** Whether programs may make user namespaces on this system; containers usually forbid it. */
export const canMakeNamespaces = (): boolean => canUnshareAs(findUnprivilegedUser([]));

/** Newer versions of Node also deny the network to a process with restricted permissions. */
const deniesNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net');

/** Whether processes that run code of another team are cut off from the network on this system. */
export const isNetworkIsolated = (): boolean => deniesNetwork || canMakeNamespaces();

/** Option of Node for releases on the server: without eval, they cannot escape their module loader. */
export const WITHOUT_EVAL = '--disallow-code-generation-from-strings';

interface IsolatedCommand {
  readonly command: string;
  /** Arguments before the script. */
  readonly args: readonly string[];
  readonly user: User;
}

/**
 * Returns how to start Node for code of another team: without network where the system allows it, as an unprivileged
 * user, and able to read only the given files.
 */
export const isolateNode = (readable: readonly string[]): IsolatedCommand => {
  const user = findUnprivilegedUser(readable);
  const options = listNodeOptions(readable);
  return UNSHARE !== undefined && !deniesNetwork && canUnshareAs(user)
    ? { command: UNSHARE, args: [...UNSHARE_OPTIONS, process.execPath, ...options], user }
    : { command: process.execPath, args: options, user };
};
