import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findRemoteIds, readRemote, readRemotes } from './readRemotes';

const gifts = {
  owner: 'gifts team',
  devPort: 3005,
  mounts: ['/gifts'],
  missingTitle: 'No gifts now',
  budget: { entry: 8.5, page: 40 },
};
let root: string;

/** A package of a repository; a text is written as it is, and undefined leaves it without a description. */
const addRemote = (name: string, description: unknown): void => {
  fs.mkdirSync(path.join(root, name));
  fs.writeFileSync(path.join(root, name, 'package.json'), '{}');
  if (description !== undefined)
    fs.writeFileSync(
      path.join(root, name, 'remote.json'),
      typeof description === 'string' ? description : JSON.stringify(description),
    );
};
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'repository-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test('the remotes are the packages that are called so', () => {
  addRemote('mfe-gifts', gifts);
  addRemote('mfe-cards', { ...gifts, devPort: 3006, mounts: ['/cards'] });
  addRemote('shared', undefined);
  fs.mkdirSync(path.join(root, 'mfe-of-another-branch/node_modules'), { recursive: true });
  expect(findRemoteIds(root)).toEqual(['mfe-cards', 'mfe-gifts']);
  expect(readRemotes(root)['mfe-gifts']).toEqual(gifts);
});

test('an image without the sources of remotes knows them by their descriptions', () => {
  addRemote('mfe-gifts', gifts);
  fs.rmSync(path.join(root, 'mfe-gifts/package.json'));
  expect(findRemoteIds(root)).toEqual(['mfe-gifts']);
});

describe('what is wrong is told with file and field:', () => {
  test.each([
    ['no description', undefined, 'mfe-gifts/remote.json is missing: owner, devPort, mounts, missingTitle and budget'],
    ['no JSON', '{ "owner": ', 'mfe-gifts/remote.json is not JSON: '],
    ['a field that is not there', { ...gifts, owner: undefined }, 'mfe-gifts/remote.json is wrong:\n  - owner: '],
    ['a field that nobody knows', { ...gifts, mount: '/gifts' }, '  - mount: '],
    ['a port that is none', { ...gifts, devPort: '3005' }, '  - devPort: '],
    ['a mount that is no path', { ...gifts, mounts: ['/gifts', 'cards'] }, '  - mounts.1: '],
    ['no mount', { ...gifts, mounts: [] }, '  - mounts: '],
    [
      'a budget above what any remote may have',
      { ...gifts, budget: { entry: 8.5, page: 500 } },
      '  - budget.page: Expected number to be less or equal to 60',
    ],
  ])('%s', (_what, description, message) => {
    addRemote('mfe-gifts', description);
    expect(() => readRemotes(root)).toThrow(message);
  });

  test('all of it at once', () => {
    addRemote('mfe-gifts', { ...gifts, owner: '', devPort: 80 });
    expect(() => readRemote('mfe-gifts', root)).toThrow(/- owner: .*\n {2}- devPort: /);
  });
});

describe('two remotes', () => {
  test.each([
    ['with one port', { devPort: 3005, mounts: ['/cards'] }, 'devPort: mfe-cards and mfe-gifts both have 3005.'],
    [
      'with one mount',
      { devPort: 3006, mounts: ['/gifts'] },
      'mounts: /gifts of mfe-cards and /gifts of mfe-gifts overlap.',
    ],
    [
      'one of which lies in the other',
      { devPort: 3006, mounts: ['/cards', '/gifts/wrapped'] },
      'mounts: /gifts/wrapped of mfe-cards and /gifts of mfe-gifts overlap.',
    ],
  ])('%s are found, and either can still be read alone', (_what, cards, message) => {
    addRemote('mfe-gifts', gifts);
    addRemote('mfe-cards', { ...gifts, ...cards });
    expect(() => readRemotes(root)).toThrow(message);
    expect(readRemote('mfe-gifts', root)).toEqual(gifts);
  });

  test('that only begin alike, or have the home page and another, do not overlap', () => {
    addRemote('mfe-gifts', { ...gifts, mounts: ['/gifts', '/'] });
    addRemote('mfe-cards', { ...gifts, devPort: 3006, mounts: ['/giftsets'] });
    expect(Object.keys(readRemotes(root))).toEqual(['mfe-cards', 'mfe-gifts']);
  });
});

test('the remotes of this repository say what they have to, and no two the same', () => {
  expect(Object.keys(readRemotes()).length).toBeGreaterThan(3);
});
