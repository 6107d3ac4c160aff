import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectNoViolation } from '../support/accessibility';
import { agreeAndPlace, cartButton, fillCheckout, main, open, receivedNumber } from '../support/checkout';
import { newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';
import { join, readOwnerLink, SIZES } from '../support/staff';
import { owners, repositoryRoot } from '../support/stackConfig';
import { getShopFolder, startOwnShop } from '../support/startOwnShop';

const SHOP = { name: 'goods', port: 3923, apiPort: 4914, isEmpty: true } as const;
const GOODS = 50;

/** Another merchant each time, in one shop that begins without goods. */
test.describe.configure({ mode: 'default' });
test.use({ baseURL: `http://localhost:${SHOP.port}` });

let stop: () => Promise<void>;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  stop = await startOwnShop(SHOP);
});
test.afterAll(() => stop());

const PICTURES = path.join(repositoryRoot, 'api/content/media/jewellery');
const pictures = fs
  .readdirSync(PICTURES)
  .filter((file) => file.endsWith('.webp'))
  .slice(0, GOODS);

const HEADER = 'sku,store,name,category,brand,price,stock,status,images,short_description,description';
const nameOf = (size: string, index: number): string => `Piece ${String(index + 1).padStart(2, '0')} ${size}`;

/** A product file as a merchant writes it, each product with one picture by the name of its file. */
const writeFile = (size: string): string =>
  [
    HEADER,
    ...pictures.map((file, index) =>
      [
        `${size}-${index + 1}`,
        'jewellery-store',
        nameOf(size, index),
        `Rings ${size}`,
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

/** Opens a desk by its key. */
const goTo = async (page: Page, key: string, heading: string): Promise<void> => {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
};

/** Finds one product at its desk. */
const search = async (page: Page, name: string): Promise<void> => {
  const count = page.getByRole('status');
  // Keys are heard once the page is there.
  await expect(count.filter({ hasText: /^\d+ products$/ })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByLabel('Name, SKU, brand or category')).toBeFocused();
  await page.keyboard.type(name);
  await expect(count.filter({ hasText: /^1 product$/ })).toBeVisible();
};

const look = async (page: Page, what: string): Promise<void> => {
  await expectNoViolation(page, what);
  await expectNoSidewaysScroll(page, what);
};

for (const size of owners)
  test(`in an empty shop, a merchant on a ${size} screen brings in fifty goods with their pictures, corrects one and archives one; a shopper buys one (product 16.44, 16.52)`, async ({
    page: shopper,
    context,
  }) => {
    test.setTimeout(480_000);
    const [corrected, archived, sold] = [nameOf(size, 0), nameOf(size, 1), nameOf(size, 2)];
    const complaints = collectComplaints(shopper);
    const staff = await context.newPage();
    const staffComplaints = collectComplaints(staff);
    await staff.setViewportSize(SIZES[size]);
    await join(staff, readOwnerLink(size, getShopFolder(SHOP.name)), `Ada ${size}`);

    await goTo(staff, 'p', 'Products');
    await staff.getByRole('link', { name: 'Import', exact: true }).press('Enter');
    await expect(staff.getByRole('heading', { level: 1, name: 'Import products' })).toBeVisible();
    await look(staff, 'the page of imports');
    await staff.getByLabel('Product file and pictures').setInputFiles([
      ...pictures.map((file) => ({
        name: file,
        mimeType: 'image/webp',
        buffer: fs.readFileSync(path.join(PICTURES, file)),
      })),
      { name: `goods-${size}.csv`, mimeType: 'text/csv', buffer: Buffer.from(writeFile(size)) },
    ]);
    await staff.getByRole('button', { name: 'Make them' }).press('Enter', { timeout: 240_000 });
    await look(staff, 'the plan of an import');
    await staff.getByRole('button', { name: `Import ${GOODS} products` }).press('Enter', { timeout: 60_000 });
    await expect(staff.getByText(`${GOODS} products of goods-${size}.csv imported`)).toBeVisible({ timeout: 60_000 });

    await goTo(staff, 'p', 'Products');
    await search(staff, corrected);
    await look(staff, 'the desk of products');
    await staff.keyboard.press('Escape');
    await staff.getByRole('link', { name: corrected }).press('Enter');
    await staff.getByRole('textbox', { name: 'Price', exact: true }).fill('99');
    await staff.keyboard.press('ControlOrMeta+s');
    await expect(staff.getByText('Saved.')).toBeVisible();
    await look(staff, 'a product');

    // Keys are letters in a field.
    await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).press('Enter');
    await expect(staff.getByRole('heading', { level: 1, name: 'Products', exact: true })).toBeVisible();
    await search(staff, archived);
    await staff.keyboard.press('Escape');
    await staff.getByRole('checkbox', { name: `Select ${archived}` }).press('Space');
    await staff.getByRole('button', { name: 'Archive' }).press('Enter');
    await expect(staff.getByText('1 product archived.')).toBeVisible();

    await shopper.setViewportSize(SIZES[size]);
    await expect(async () => {
      await shopper.goto(`/products?q=${encodeURIComponent(`Piece ${size}`)}`);
      await expect(main(shopper)).toContainText(`${GOODS - 1} products`, { timeout: 1_000 });
    }).toPass({ timeout: 10_000 });
    await expectNoSidewaysScroll(shopper, 'the listing');
    await open(shopper, `/products?q=${encodeURIComponent(corrected)}`);
    await expect(main(shopper)).toContainText('$99.00');
    const picture = main(shopper).getByRole('article').first().locator('img').first();
    await expect(picture).toHaveAttribute('src', /\/media\/added\//);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await open(shopper, `/products?q=${encodeURIComponent(sold)}`);
    await main(shopper)
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click();
    await expect(cartButton(shopper)).toHaveAccessibleName('Cart, 1 item');
    await open(shopper, '/checkout');
    await fillCheckout(shopper, newEmail('goods'));
    await agreeAndPlace(shopper);
    const number = await receivedNumber(shopper);

    await goTo(staff, 'o', 'Orders');
    await staff.goto(`${new URL(staff.url()).origin}/admin/orders/${number}`);
    await expect(staff.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await expect(main(staff)).toContainText(sold);
    expect([complaints, staffComplaints]).toEqual([[], []]);
    await staff.close();
  });
