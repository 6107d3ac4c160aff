import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { MenuLink } from '@shop/shared/remote';
import { publishRelease, type Registry } from '..';
import { builtRemote } from '../testing/builtRemote';
import { openTestRegistry } from '../testing/openTestRegistry';

let workspace: string;
let registry: Registry;

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

interface Slots {
  readonly menu?: readonly MenuLink[];
  readonly fills?: Readonly<Record<string, string>>;
}

const publish = (slots: Slots = {}) =>
  publishRelease(
    registry,
    builtRemote({
      remote: 'mfe-gifts',
      version: '1',
      mounts: ['/gifts'],
      routes: [
        { id: 'gifts', path: 'gifts' },
        { id: 'gift', path: 'gifts/:slug' },
      ],
      widgets: ['GiftNote'],
      ...slots,
    }),
    'gifts team',
    new Date('2026-01-01T12:00:00Z'),
  );

test("a release records its links in the header's menu", async () => {
  const menu = [
    { label: 'Gifts', href: '/gifts', order: 1 },
    { label: 'For her', href: '/gifts/her?sort=new', storefront: 'jewellery' },
  ];
  expect((await publish({ menu })).menu).toEqual(menu);
});

test('a release without links records none', async () => {
  expect(await publish()).not.toHaveProperty('menu');
});

test.each<[string, MenuLink, string]>([
  ["another remote's page", { label: 'Cart', href: '/cart' }, 'leads to "/cart", which is none of its routes.'],
  [
    'another site',
    { label: 'Gifts', href: 'https://gifts.example/gifts' },
    'leads to "https://gifts.example/gifts", which is none of its routes.',
  ],
  ['a page without a label', { label: '', href: '/gifts' }, 'needs a label: one line, at most 16 characters.'],
  [
    'a page with two lines',
    { label: 'Gifts\nSale', href: '/gifts' },
    'needs a label: one line, at most 16 characters.',
  ],
  ['a page with a long label', { label: 'G'.repeat(17), href: '/gifts' }, 'needs a label: one line, at most 16'],
])('a link to %s is refused', async (_what, link, reason) => {
  await expect(publish({ menu: [link] })).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(reason),
  });
});

test('more than two links of one remote are refused', async () => {
  const menu = ['A', 'B', 'C'].map((label) => ({ label, href: '/gifts' }));
  await expect(publish({ menu })).rejects.toThrow("It has 3 links in the header's menu; a remote may have at most 2.");
});

test("a release records the slots of others' pages that its widgets fill", async () => {
  const fills = { 'catalog.product-end': 'GiftNote' };
  expect((await publish({ fills })).fills).toEqual(fills);
});

test('a slot that is filled with a widget which the release does not have is refused', async () => {
  await expect(publish({ fills: { 'catalog.product-end': 'Other' } })).rejects.toThrow(
    'It fills the slot "catalog.product-end" with "Other", which is none of its widgets.',
  );
});
