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

/** Adds a package; a string description is written as it is, undefined omits the file. */
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

test('the remotes are the packages with the name of a remote', () => {
  addRemote('mfe-gifts', gifts);
  addRemote('mfe-cards', { ...gifts, devPort: 3006, mounts: ['/cards'] });
  addRemote('shared', undefined);
  fs.mkdirSync(path.join(root, 'mfe-of-another-branch/node_modules'), { recursive: true });
  expect(findRemoteIds(root)).toEqual(['mfe-cards', 'mfe-gifts']);
  expect(readRemotes(root)['mfe-gifts']).toEqual({ ...gifts, privateMounts: [] });
});

test('a mount can say that its pages are of their visitors alone', () => {
  addRemote('mfe-gifts', { ...gifts, mounts: ['/gifts', { path: '/gifts-of-mine', private: true }] });
  expect(readRemote('mfe-gifts', root)).toMatchObject({
    mounts: ['/gifts', '/gifts-of-mine'],
    privateMounts: ['/gifts-of-mine'],
  });
});

test('a remote can say that it is for staff, and then be larger', () => {
  const desk = { ...gifts, audience: 'staff', mounts: ['/admin'], budget: { entry: 8.5, page: 90, lazy: 160 } };
  addRemote('mfe-desk', desk);
  expect(readRemote('mfe-desk', root)).toEqual({ ...desk, privateMounts: [] });
});

test('remotes without sources, as in an image, are found by their descriptions', () => {
  addRemote('mfe-gifts', gifts);
  fs.rmSync(path.join(root, 'mfe-gifts/package.json'));
  expect(findRemoteIds(root)).toEqual(['mfe-gifts']);
});

describe('an invalid description is reported with file and field:', () => {
  test.each([
    ['no description', undefined, 'mfe-gifts/remote.json is missing: owner, devPort, mounts, missingTitle and budget'],
    ['invalid JSON', '{ "owner": ', 'mfe-gifts/remote.json is not JSON: '],
    ['a missing field', { ...gifts, owner: undefined }, 'mfe-gifts/remote.json is invalid:\n  - owner: '],
    ['an unknown field', { ...gifts, mount: '/gifts' }, '  - mount: '],
    ['an invalid port', { ...gifts, devPort: '3005' }, '  - devPort: '],
    ['a mount that is not a path', { ...gifts, mounts: ['/gifts', 'cards'] }, '  - mounts.1: '],
    ['no mount', { ...gifts, mounts: [] }, '  - mounts: '],
    ['an unknown audience', { ...gifts, audience: 'everybody' }, '  - audience: it is for shoppers or for staff'],
    [
      'a budget above what any remote for staff may have',
      { ...gifts, audience: 'staff', budget: { entry: 8.5, page: 91, lazy: 321 } },
      '  - budget.page: 91 KB is more than the 90 KB that any remote may have\n  - budget.lazy: 321 KB',
    ],
    [
      'a budget above what any remote may have',
      { ...gifts, budget: { entry: 8.5, page: 500 } },
      '  - budget.page: 500 KB is more than the 60 KB that any remote may have',
    ],
    [
      'a budget of files loaded on demand above what any remote may have',
      { ...gifts, budget: { entry: 8.5, page: 40, lazy: 1_900 } },
      '  - budget.lazy: 1900 KB is more than the 66 KB that any remote may have',
    ],
  ])('%s', (_what, description, message) => {
    addRemote('mfe-gifts', description);
    expect(() => readRemotes(root)).toThrow(message);
  });

  test('several faults at once', () => {
    addRemote('mfe-gifts', { ...gifts, owner: '', devPort: 80 });
    expect(() => readRemote('mfe-gifts', root)).toThrow(/- owner: .*\n {2}- devPort: /);
  });
});

describe('two remotes', () => {
  test.each([
    ['with the same port', { devPort: 3005, mounts: ['/cards'] }, 'devPort: mfe-cards and mfe-gifts both have 3005.'],
    [
      'with the same mount',
      { devPort: 3006, mounts: ['/gifts'] },
      'mounts: /gifts of mfe-cards and /gifts of mfe-gifts overlap.',
    ],
    [
      'with nested mounts',
      { devPort: 3006, mounts: ['/cards', '/gifts/wrapped'] },
      'mounts: /gifts/wrapped of mfe-cards and /gifts of mfe-gifts overlap.',
    ],
  ])('%s are reported, and either can still be read alone', (_what, cards, message) => {
    addRemote('mfe-gifts', gifts);
    addRemote('mfe-cards', { ...gifts, ...cards });
    expect(() => readRemotes(root)).toThrow(message);
    expect(readRemote('mfe-gifts', root)).toEqual({ ...gifts, privateMounts: [] });
  });

  test('do not overlap if their mounts only start alike, or one is the home page', () => {
    addRemote('mfe-gifts', { ...gifts, mounts: ['/gifts', '/'] });
    addRemote('mfe-cards', { ...gifts, devPort: 3006, mounts: ['/giftsets'] });
    expect(Object.keys(readRemotes(root))).toEqual(['mfe-cards', 'mfe-gifts']);
  });
});

test('the remotes of this repository have valid, distinct descriptions', () => {
  expect(Object.keys(readRemotes()).length).toBeGreaterThan(3);
});
