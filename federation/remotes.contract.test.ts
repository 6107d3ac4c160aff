import fs from 'node:fs';
import path from 'node:path';
import type { RemoteId } from './remotes';
import { findRemoteIds } from './repository/readRemotes';

/** What is each remote's only: its contract test says it of the remote alone, and here they are compared. */
const contractTestOf = (remote: RemoteId): string =>
  fs.readFileSync(path.resolve(__dirname, '..', remote, 'src/remote.contract.test.tsx'), 'utf8');

/** The texts of a list in an options object: `slices: ['checkout', 'orderReceived']`. */
const listIn = (source: string, name: string): string[] => {
  const list = new RegExp(`^ {2}${name}: \\[([^\\]]*)\\]`, 'm').exec(source)?.[1];
  if (list === undefined) throw new Error(`No list "${name}" in the options of describeRemoteContract`);
  return [...list.matchAll(/'([^']*)'/g)].map(([, text]) => String(text));
};

test.each(findRemoteIds())('%s is tested for the mounts it has', (remote) => {
  expect(contractTestOf(remote)).toMatch(/^import (\w+) from '\.\.\/remote\.json';$[^]*^ {2}mounts: \1\.mounts,$/m);
});

test.each([
  ['an id of a route', 'routeIds'],
  ['a key of the state', 'slices'],
])('%s is one remote’s only', (_what, name) => {
  const owned = findRemoteIds().flatMap((remote) => listIn(contractTestOf(remote), name));
  expect(owned.filter((own, index) => owned.indexOf(own) !== index)).toEqual([]);
  expect(owned).not.toEqual([]);
});
