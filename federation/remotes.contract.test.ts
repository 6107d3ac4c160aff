import fs from 'node:fs';
import path from 'node:path';
import { remoteIds, remotes, type RemoteId } from './remotes';

/** A remote may not import this folder (the walls), so its contract test says by itself what is its own; here that is compared. */
const contractTestOf = (remote: RemoteId): string => fs.readFileSync(path.resolve(__dirname, '..', remote, 'src/remote.contract.test.tsx'), 'utf8');

/** The texts of a list in an options object: `mounts: ['/cart', '/checkout']`. */
const listIn = (source: string, name: string): string[] => {
  const list = new RegExp(`^ {2}${name}: \\[([^\\]]*)\\]`, 'm').exec(source)?.[1];
  if (list === undefined) throw new Error(`No list "${name}" in the options of describeRemoteContract`);
  return [...list.matchAll(/'([^']*)'/g)].map(([, text]) => String(text));
};

test.each(remoteIds)('%s is tested for the mounts it has', (remote) => {
  expect(listIn(contractTestOf(remote), 'mounts')).toEqual([...(remotes[remote]?.mounts ?? [])]);
});

test.each([
  ['an id of a route', 'routeIds'],
  ['a key of the state', 'slices'],
])('%s is one remote’s only', (_what, name) => {
  const owned = remoteIds.flatMap((remote) => listIn(contractTestOf(remote), name));
  expect(owned.filter((own, index) => owned.indexOf(own) !== index)).toEqual([]);
  expect(owned).not.toEqual([]);
});
