import fs from 'node:fs/promises';
import path from 'node:path';
import { isUnder, type RemoteId } from '@shop/runtime/remotes';
import { RESERVED_PATHS } from '@shop/runtime/reservedPaths';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { readRemotes, type RepositoryRemotes } from '../repository/readRemotes';
import { repositoryRoot } from '../repository/repositoryRoot';

const TEMPLATES = path.join(__dirname, 'template');
const MOUNT = /^\/[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const OWNER_NAME = /^[\w &-]{1,40}$/;
/** Used for the first remote. */
const FIRST_DEV_PORT = 3001;

interface NewRemoteOptions {
  readonly mount: string | undefined;
  readonly owner: string | undefined;
}

const listFiles = async (directory: string): Promise<string[]> =>
  (await fs.readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Formats source code: line breaks depend on the remote's name. Pages are left as they are (.prettierignore). */
const formatSource = async (text: string, file: string): Promise<string> => {
  if (file.endsWith('.md')) return text;
  // A development dependency: other commands run in images without it.
  const { format, resolveConfig } = await import('prettier');
  return format(text, { ...(await resolveConfig(file)), filepath: file });
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const CODEOWNERS = path.join(repositoryRoot, '.github/CODEOWNERS');

/** Returns the team of an owner, as GitHub names it: "gifts team" is @shop/gifts-team. */
export const toTeam = (owner: string): string =>
  `@shop/${owner
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;

/** Makes the remote's team the reviewer of its folder. */
const addOwner = async (remote: RemoteId, owner: string): Promise<void> => {
  const owners = await fs.readFile(CODEOWNERS, 'utf8');
  await fs.writeFile(CODEOWNERS, `${owners.trimEnd()}\n/${remote}/  ${toTeam(owner)}\n`);
};

const requireFree = async (remote: RemoteId, mount: string, remotes: RepositoryRemotes): Promise<void> => {
  const isTaken = await fs.access(path.join(repositoryRoot, remote)).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`${remote} already exists.`);
  if (!MOUNT.test(mount)) throw new Error(`--mount must be a path such as /gifts, not "${mount}".`);
  const reserved = RESERVED_PATHS.find((prefix) => isUnder(prefix, mount));
  if (reserved !== undefined)
    throw new Error(`${mount} is not for remotes: ${reserved} is the host's. Choose another with --mount.`);
  const owningRemote = Object.entries(remotes).find(([, other]) =>
    other.mounts.some((otherMount) => isUnder(otherMount, mount) || isUnder(mount, otherMount)),
  );
  if (owningRemote) throw new Error(`${mount} belongs to ${owningRemote[0]}. Choose another with --mount.`);
};

/**
 * Creates a working remote: one tested page under its mount. `publish` promotes it; no other package has to be
 * built.
 */
export const newRemote = async (
  remote: RemoteId,
  options: NewRemoteOptions,
  print: (line: string) => void,
): Promise<void> => {
  const name = remote.slice('mfe-'.length);
  const owner = options.owner ?? `${name} team`;
  const mount = options.mount ?? `/${name}`;
  if (!OWNER_NAME.test(owner)) throw new Error(`--owner must be a team name, not "${owner}".`);
  const remotes = readRemotes();
  await requireFree(remote, mount, remotes);

  const replacements: Readonly<Record<string, string>> = {
    __REMOTE__: remote,
    __NAME__: name,
    __OWNER__: owner,
    __MOUNT__: mount,
    __PATH__: mount.slice(1),
    __TITLE__: capitalize(name.replaceAll('-', ' ')),
    __REACT__: providedSingletons.react,
    __DEV_PORT__: String(Math.max(FIRST_DEV_PORT - 1, ...Object.values(remotes).map((other) => other.devPort)) + 1),
    __ROUTER__: providedSingletons['react-router-dom'],
  };
  for (const template of await listFiles(TEMPLATES)) {
    const target = path.join(repositoryRoot, remote, path.relative(TEMPLATES, template).replace(/\.txt$/, ''));
    const text = (await fs.readFile(template, 'utf8')).replaceAll(
      /__[A-Z_]+?__/g,
      (word) => replacements[word] ?? word,
    );
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.writeFile(target, await formatSource(text, target));
    print(`  ${path.relative(repositoryRoot, target)}`);
  }
  await addOwner(remote, owner);
  print('  .github/CODEOWNERS');
  print(
    `\nNext:\n  npm test -w ${remote}\n  npm run types -w ${remote}\n  npm run remote -- publish ${remote}\nand open ${mount} in the running shop.`,
  );
};
