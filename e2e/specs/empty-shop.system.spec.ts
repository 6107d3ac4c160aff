import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectNoViolation } from '../support/accessibility';
import { agreeAndPlace, cartButton, fillCheckout, main, open, receivedNumber } from '../support/checkout';
import { newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';
import { join, readOwnerLink, SIZES } from '../support/staff';
import { repositoryRoot } from '../support/stackConfig';
import { startCardShop, type CardShop } from '../support/startCardShop';
import { getShopFolder } from '../support/startOwnShop';

const SHOP = { name: 'empty', port: 3924, apiPort: 4915, isEmpty: true } as const;
const GOODS = 50;
/** Within which shoppers see what is published. */
const SEEN_MS = 5_000;

test.use({ actionTimeout: 20_000, baseURL: `http://localhost:${SHOP.port}` });

let shop: CardShop;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  shop = await startCardShop(SHOP);
});
test.afterAll(() => shop.stop());

const PICTURES = path.join(repositoryRoot, 'api/content/media/jewellery');
const pictures = fs
  .readdirSync(PICTURES)
  .filter((file) => file.endsWith('.webp'))
  .slice(0, GOODS);
const FILE = [
  'sku,store,name,category,brand,price,stock,status,images,short_description,description',
  ...pictures.map((file, index) =>
    [
      `P-${index + 1}`,
      'jewellery-store',
      `Piece ${String(index + 1).padStart(2, '0')}`,
      'Rings',
      'Own Work',
      `${index + 20}.50`,
      '3',
      'published',
      `${file} | The piece ${index + 1}`,
      'Made by hand.',
      'One of few.',
    ].join(','),
  ),
].join('\n');

/** Opens a desk from the menu. */
const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
};

const look = async (page: Page, what: string): Promise<void> => {
  await expectNoViolation(page, what);
  await expectNoSidewaysScroll(page, what);
};

/** Publishes the page that is open, and waits until a shopper's page has a text of it. The report says how long. */
const publish = async (staff: Page, shopper: Page, name: string, at: string, text: string): Promise<void> => {
  await staff.keyboard.press('ControlOrMeta+Enter');
  await expect(staff.getByText(`${name} is published.`)).toBeVisible();
  const from = Date.now();
  await expect
    .poll(async () => (await shopper.request.get(at)).text(), { timeout: SEEN_MS, intervals: [100] })
    .toContain(text);
  const seconds = ((Date.now() - from) / 1_000).toFixed(1);
  test.info().annotations.push({ type: `${at} shows "${text}"`, description: `after ${seconds} s` });
};

test('a merchant opens an empty shop, fills it, and sells, sends and refunds the first pieces, all in the browser (product 19.6, 19.13)', async ({
  page: shopper,
  context,
}) => {
  test.setTimeout(420_000);
  const complaints = collectComplaints(shopper);
  const staff = await context.newPage();
  const staffComplaints = collectComplaints(staff);
  await staff.setViewportSize(SIZES.wide);
  await join(staff, readOwnerLink('wide', getShopFolder(SHOP.name)), 'Ada');

  await goTo(staff, 'Settings');
  await staff.getByLabel('Name', { exact: true }).fill('Green Door');
  await staff.getByLabel('Tagline').fill('Made behind it');
  await staff.keyboard.press('ControlOrMeta+s');
  await expect(staff.getByText('Shop is saved.')).toBeVisible();
  await look(staff, 'the settings');

  await goTo(staff, 'Products');
  await staff.getByRole('link', { name: 'Import', exact: true }).press('Enter');
  await staff.getByLabel('Product file and pictures').setInputFiles([
    ...pictures.map((file) => ({
      name: file,
      mimeType: 'image/webp',
      buffer: fs.readFileSync(path.join(PICTURES, file)),
    })),
    { name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) },
  ]);
  await staff.getByRole('button', { name: 'Make them' }).press('Enter', { timeout: 120_000 });
  await staff.getByRole('button', { name: `Import ${GOODS} products` }).press('Enter', { timeout: 60_000 });
  await expect(staff.getByText(`${GOODS} products of goods.csv imported`)).toBeVisible({ timeout: 60_000 });

  await goTo(staff, 'Content');
  await look(staff, 'the desk of content');
  await staff.getByRole('link', { name: 'Home page' }).first().press('Enter');
  await staff.getByLabel('Headline').fill('Come in,');
  await staff.getByLabel('Highlighted words').fill('it is open');
  // Their links lead to what this shop does not have.
  for (const name of ['Brands', 'Two banners', 'Service promises'])
    await staff.getByRole('button', { name: `Hide ${name}` }).press('Enter');
  await expect(staff.getByText(/^Draft, saved/)).toBeVisible();
  await expectNoViolation(staff, 'the editor of a home page', 'main');
  await expectNoSidewaysScroll(staff, 'the editor of a home page');
  expect(await (await shopper.request.get('/')).text()).not.toContain('it is open');
  await publish(staff, shopper, 'Home page', '/', 'it is open');

  await goTo(staff, 'Content');
  await staff.getByRole('link', { name: 'Terms' }).press('Enter');
  await staff.getByLabel('Title').fill('Terms of the Green Door');
  const text = staff.getByRole('textbox', { name: 'Text' });
  await text.click();
  await text.press('ControlOrMeta+Home');
  await text.pressSequentially('Of the house: ');
  await expect(staff.getByText(/^Draft, saved/)).toBeVisible();
  await publish(staff, shopper, 'Terms', '/terms', 'Of the house: ');
  await publishedInBoth(shopper);

  await goTo(staff, 'Coupons');
  await staff.getByRole('link', { name: 'New coupon' }).press('Enter');
  // The list has a field of that name, too.
  await expect(staff.getByRole('heading', { level: 1, name: 'New coupon' })).toBeVisible();
  await staff.getByLabel('Code', { exact: true }).fill('OPENING');
  await staff.getByLabel('Percent').fill('10');
  await staff.keyboard.press('ControlOrMeta+s');
  await expect(staff.getByText('OPENING is created.')).toBeVisible();

  await open(shopper, '/?store=jewellery');
  await expect(shopper).toHaveTitle(/Green Door/);
  await expect(main(shopper)).toContainText('Come in, it is open');
  await expect(main(shopper).getByRole('region', { name: 'Our makers' })).toHaveCount(0);
  await open(shopper, '/products?q=Piece');
  const cards = main(shopper).getByRole('article');
  for (const [index, items] of ['1 item', '2 items'].entries()) {
    await cards
      .nth(index)
      .getByRole('button', { name: /^Add to cart/ })
      .click();
    await expect(cartButton(shopper)).toHaveAccessibleName(`Cart, ${items}`);
  }
  await open(shopper, '/cart');
  await shopper.getByLabel('Coupon code').fill('opening');
  await shopper.getByRole('button', { name: 'Apply' }).click();
  await expect(main(shopper)).toContainText('OPENING');
  await open(shopper, '/checkout');
  await fillCheckout(shopper, newEmail('empty'));
  await agreeAndPlace(shopper);
  await expect(shopper.getByRole('heading', { name: /^Pay \$/ })).toBeVisible();
  await shopper.getByRole('button', { name: 'Pay', exact: true }).click();
  const number = await receivedNumber(shopper);
  await expect(main(shopper)).toContainText('Payment received.');
  const { order } = (await (await shopper.request.get(`/api/orders/${number}`)).json()) as {
    readonly order: { readonly lines: readonly { readonly name: string }[] };
  };
  const second = order.lines[1]?.name ?? '';

  await goTo(staff, 'Orders');
  await staff.getByRole('link', { name: number }).press('Enter');
  await expect(staff.getByRole('button', { name: 'Send order' })).toBeVisible();
  await staff.keyboard.press('s');
  const send = staff.getByRole('dialog', { name: `Send order ${number}` });
  await send.getByRole('button', { name: `Less: ${second}` }).press('Enter');
  await send.getByLabel('Carrier').fill('UPS');
  await send.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await staff.keyboard.press('Enter');
  await expect(staff.getByText(`1 line of ${number} sent`)).toBeVisible();
  await staff.keyboard.press('r');
  await staff.getByRole('radio', { name: 'An amount' }).press('Space');
  await staff.getByLabel('Sum in dollars').fill('5');
  await staff.keyboard.press('Enter');
  await expect(staff.getByText('Refund of $5.00: it is sent in ten seconds.')).toBeVisible();
  await expect.poll(() => shop.stripe.refunds.map(({ amount }) => amount), { timeout: 60_000 }).toEqual([500]);

  await expect(async () => {
    await shopper.reload();
    await expect(main(shopper)).toContainText('$5.00 was sent back to you', { timeout: 2_000 });
  }).toPass();
  await expect(main(shopper).getByRole('link', { name: 'UPS 1Z999AA10123456784' })).toBeVisible();

  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).press('Enter');
  await expect(staff.getByRole('heading', { name: 'Figures' })).toBeVisible();
  await look(staff, 'the home desk with figures');
  await staff.setViewportSize(SIZES.narrow);
  for (const at of ['/admin', '/admin/content', '/admin/content/jewellery-store/home', '/admin/settings']) {
    await staff.goto(new URL(at, staff.url()).href);
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(staff, `${at} on a phone`);
  }
  expect([complaints, staffComplaints]).toEqual([[], []]);
  await staff.close();
});

/** The texts of the law are those of both storefronts. */
const publishedInBoth = async (shopper: Page): Promise<void> => {
  await expect
    .poll(async () => (await shopper.request.get('/terms?store=organic')).text(), { timeout: SEEN_MS })
    .toContain('Of the house: ');
};
