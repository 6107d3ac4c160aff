import fs from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../build/createWebpackConfig';
import { isUnder, remotes, type RemoteId } from '../remotes';
import { providedSingletons } from '../sharedDependencies';

const TEMPLATES = path.join(__dirname, '../templates/remote');
const LIST = path.join(repositoryRoot, 'federation/remotes.ts');
const LIST_END = '  // The next remote: npm run remote -- new';
const MOUNT = /^\/[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const OWNER = /^[\w &-]{1,40}$/;
const BUDGET = '{ entry: 8.5, page: 40 }';

interface NewRemoteOptions {
  readonly mount: string | undefined;
  readonly owner: string | undefined;
}

const listFiles = async (directory: string): Promise<string[]> =>
  (await fs.readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const requireFree = async (remote: RemoteId, mount: string): Promise<void> => {
  const isTaken = await fs.access(path.join(repositoryRoot, remote)).then(() => true, () => false);
  if (isTaken || remotes[remote]) throw new Error(`There is a ${remote} already.`);
  if (!MOUNT.test(mount)) throw new Error(`--mount is a path such as /gifts, not "${mount}".`);
  const holder = Object.entries(remotes).find(([, other]) => other.mounts.some((theirs) => isUnder(theirs, mount) || isUnder(mount, theirs)));
  if (holder) throw new Error(`${mount} belongs to ${holder[0]}.`);
};

/** One entry more in THE list. */
const enterInList = async (remote: RemoteId, owner: string, mount: string): Promise<void> => {
  const list = await fs.readFile(LIST, 'utf8');
  if (!list.includes(LIST_END)) throw new Error(`federation/remotes.ts has lost its line "${LIST_END.trim()}".`);
  const devPort = Math.max(...Object.values(remotes).map((other) => other.devPort)) + 1;
  const entry = [
    `  '${remote}': {`,
    `    owner: '${owner}',`,
    `    devPort: ${devPort},`,
    `    mounts: ['${mount}'],`,
    "    missingTitle: 'This page is not loading',",
    `    budget: ${BUDGET},`,
    '  },',
  ];
  await fs.writeFile(LIST, list.replace(LIST_END, `${entry.join('\n')}\n${LIST_END}`));
};

/** Makes a remote that works: one page under its mount, tested, in the list. It goes live by `publish`, with no other package built. */
export const newRemote = async (remote: RemoteId, options: NewRemoteOptions, print: (line: string) => void): Promise<void> => {
  const name = remote.slice('mfe-'.length);
  const owner = options.owner ?? `${name} team`;
  const mount = options.mount ?? `/${name}`;
  if (!OWNER.test(owner)) throw new Error(`--owner is a team's name, not "${owner}".`);
  await requireFree(remote, mount);

  const words: Readonly<Record<string, string>> = {
    __REMOTE__: remote,
    __NAME__: name,
    __OWNER__: owner,
    __MOUNT__: mount,
    __PATH__: mount.slice(1),
    __TITLE__: capitalized(name.replaceAll('-', ' ')),
    __REACT__: providedSingletons.react,
    __ROUTER__: providedSingletons['react-router-dom'],
  };
  for (const template of await listFiles(TEMPLATES)) {
    const target = path.join(repositoryRoot, remote, path.relative(TEMPLATES, template).replace(/\.txt$/, ''));
    const text = (await fs.readFile(template, 'utf8')).replaceAll(/__[A-Z]+__/g, (word) => words[word] ?? word);
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.writeFile(target, text);
    print(`  ${path.relative(repositoryRoot, target)}`);
  }
  await enterInList(remote, owner, mount);
  print('  federation/remotes.ts');
  print(`\nNext:\n  npm test -w ${remote}\n  npm run remote -- publish ${remote}\nand open ${mount} in the running shop.`);
};
