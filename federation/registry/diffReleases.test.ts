import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { builtRemote } from './testing/builtRemote';
import {
  compareReleases,
  diffReleases,
  publishRelease,
  type Registry,
  type Release,
  type ReleaseUpload,
} from './index';
import { openTestRegistry } from './testing/openTestRegistry';

let workspace: string;
let registry: Registry;
beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'diff-'));
  registry = openTestRegistry(workspace);
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const publishUpload = (upload: ReleaseUpload): Promise<Release> =>
  publishRelease(registry, upload, 'home team', new Date('2026-01-01T12:00:00Z'));
const publish = (built: Parameters<typeof builtRemote>[0]): Promise<Release> => publishUpload(builtRemote(built));

test('a changed content-addressed file is reported once, with its bytes; equal files are left out', async () => {
  const one = await publish({ version: '1', text: 'one', imports: { react: ['useState'] } });
  const two = await publish({
    version: '2',
    text: 'another text',
    imports: { react: ['useState', 'useRef'] },
    picture: 'a ring',
  });
  const { files, imports, routes } = compareReleases(one, two);
  const findBytes = ({ files: names, bytes = {} }: Release, pattern: RegExp): number | undefined =>
    bytes[Object.keys(names).find((name) => pattern.test(name)) ?? ''];
  const script = files.find(({ name }) => name === 'web/remote.js');
  expect(script).toEqual({
    kind: 'changed',
    name: 'web/remote.js',
    before: { bytes: findBytes(one, /^web\/remote\..*js$/), compressed: undefined },
    after: { bytes: findBytes(two, /^web\/remote\..*js$/), compressed: undefined },
  });
  expect(script?.after?.bytes).toBe((script?.before?.bytes ?? 0) + 'another text'.length - 'one'.length);
  expect(files.filter(({ kind }) => kind === 'added').map(({ name, after }) => [name, after?.bytes])).toEqual([
    ['web/ring.1a2b3c4d-480.webp', 6],
  ]);
  expect(files.map(({ name }) => name)).not.toContain('web/remote.css');
  expect(imports).toEqual({ added: ['react useRef'], removed: [] });
  expect(routes).toEqual({ added: [], removed: [] });
});

test('file sizes of older releases, which do not record them, are unknown', async () => {
  const one = await publish({ version: '1' });
  const two = await publish({ version: '2', text: 'two' });
  const old = Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'bytes')) as Release;
  expect(compareReleases(old, two).files.find(({ name }) => name === 'web/remote.js')).toMatchObject({
    before: { bytes: undefined },
    after: { bytes: expect.any(Number) },
  });
  expect(diffReleases(old, old)).toEqual([]);
});

test('the download size is that of the compressed copy', async () => {
  const publishText = (version: string, text: string) => publishUpload(builtRemote({ version, text }));
  const { files } = compareReleases(
    await publishText('1', 'one '.repeat(500)),
    await publishText('2', `two ${'one '.repeat(500)}`),
  );
  const script = files.find(({ name }) => name === 'web/remote.js');
  expect(script?.before?.compressed).toBeLessThan(script?.before?.bytes ?? 0);
  expect(script?.after?.compressed).toBeLessThan(script?.after?.bytes ?? 0);
  expect(files.map(({ name }) => name).filter((name) => name.endsWith('.br'))).toEqual([]);
});

test('changed links in the menu and slots are reported', async () => {
  const slotted = { remote: 'mfe-gifts', mounts: ['/gifts'], widgets: ['GiftNote'] } as const;
  const one = await publish({ ...slotted, version: '1', menu: [{ label: 'Gifts', href: '/gifts' }] });
  const two = await publish({
    ...slotted,
    version: '2',
    menu: [{ label: 'Gifts', href: '/gifts', order: 1, storefront: 'jewellery' }],
    fills: { 'catalog.product-end': 'GiftNote' },
  });
  expect(diffReleases(one, two).filter((line) => line.includes(' slot '))).toEqual([
    '+ slot header-menu: Gifts -> /gifts, order 1, in jewellery',
    '+ slot catalog.product-end: GiftNote',
    '- slot header-menu: Gifts -> /gifts, order 0',
  ]);
});
