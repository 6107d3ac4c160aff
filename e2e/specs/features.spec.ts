import { expectAccessible } from '../support/accessibility';
import { agreeAndPlace, cartButton, expectMail, fillCheckout, main, open, receivedNumber } from '../support/checkout';
import { mailsTo, newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';

const CHUNKS = /\/(?:customization|certification|size-guide)\./;

test('a ring is engraved, bought, and its mail says what cannot go back and where its report is (product 5.12, 5.16)', async ({
  page,
  request,
}) => {
  const complaints = collectComplaints(page);
  const email = newEmail('engraved');
  await open(page, '/products/ring-halo?store=jewellery');
  await main(page)
    .getByRole('button', { name: /^Engraving/ })
    .click();
  await page.getByLabel('Text', { exact: true }).fill('Always');
  await page.getByRole('radio', { name: 'Script' }).check();
  await expect(main(page).getByText("Engraved pieces can't be returned unless faulty.")).toBeVisible();
  const letters = main(page).locator('output text').last();
  await expect(letters).toHaveText('Always');
  const readWidths = async () =>
    Promise.all(
      [letters, main(page).locator('output svg')].map(async (part) => (await part.boundingBox())?.width ?? 0),
    );
  await page.getByLabel('Text', { exact: true }).fill('W'.repeat(24));
  await expect.poll(async () => ((widths) => (widths[0] ?? 0) / (widths[1] ?? 1))(await readWidths())).toBeLessThan(1);
  await page.getByLabel('Text', { exact: true }).fill('Always');
  await expectAccessible(page, 'the engraving', 'main');
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');

  await open(page, '/cart');
  await expect(main(page).getByText('engraved “Always” (script)', { exact: true })).toBeVisible();
  await open(page, '/checkout');
  await fillCheckout(page, email);
  await agreeAndPlace(page);
  const number = await receivedNumber(page);
  await expect(main(page).getByText("Engraved pieces can't be returned unless faulty.")).toBeVisible();
  await expectMail(request, email, `Your order ${number}`);
  const [mail] = await mailsTo(request, email);
  expect(mail?.text).toContain('Halo Diamond Ring, engraved (script): $345.00');
  expect(mail?.text).toMatch(/grading report IGL-24000 .* is in the parcel/);
  expect(mail?.text).toContain("Engraved pieces can't be returned");
  expect(complaints).toEqual([]);
});

test('a size of the guide is in the address, which the server renders, and chosen for the next ring (product 5.13, 5.14)', async ({
  page,
  request,
}) => {
  const complaints = collectComplaints(page);
  await open(page, '/products/ring-wedding-yellow');
  await main(page).getByRole('button', { name: 'Size guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Size guide' });
  await expect(guide).toBeVisible();
  await expectAccessible(page, 'the size guide', 'dialog[open]');
  await guide.getByRole('button', { name: 'Choose size 56' }).click();
  await expect(guide).toBeHidden();
  await expect(main(page).getByRole('button', { name: 'Size guide' })).toBeFocused();
  await expect(page).toHaveURL(/\/products\/ring-wedding-yellow\?size=56$/);
  expect(await (await request.get(page.url())).text()).toMatch(
    /<input type="radio"[^>]* checked=""[^>]*><span[^>]*>US 7½, 56\u00a0mm</,
  );

  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  await open(page, '/products/ring-eternity-silver');
  await expect(main(page).getByText(/Size US\s7½ \(56\smm\), as you chose before/)).toBeVisible();
  await expect(main(page).getByRole('radio', { name: /^US 7½, 56\smm$/ })).toBeChecked();
  expect(complaints).toEqual([]);
});

test('the strip of the size guide is all that is printed, in millimeters', async ({ page }) => {
  await open(page, '/products/ring-halo?store=jewellery');
  await main(page).getByRole('button', { name: 'Size guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Size guide' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('this line is 50 mm long')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  const control = await page.locator('svg[viewBox="0 0 50 6"]').boundingBox();
  expect(control?.width).toBeCloseTo((50 / 25.4) * 96, 1);
});

test('a certificate opens with the values of its report, and fits 320 px (product 5.15)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/products/ring-halo?store=jewellery');
  await main(page).getByRole('button', { name: 'View certificate' }).click();
  const certificate = page.getByRole('dialog', { name: 'Certificate' });
  await expect(certificate.getByRole('row', { name: 'Carat 0.50' })).toBeVisible();
  await expectAccessible(page, 'the certificate', 'dialog[open]');
});

test('the other storefront loads nothing of these features', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await open(page, '/products/carrots?store=organic');
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  expect(requested.filter((path) => path.includes('/product.'))).not.toEqual([]);
  expect(requested.filter((path) => CHUNKS.test(path))).toEqual([]);
});

for (const path of [
  '/products/ring-solitaire-princess',
  '/products/necklace-pearl-strand',
  '/products/bread?store=organic',
  '/products/apples-green?store=organic',
])
  test(`pictures and box of ${path} leave no gap beside each other (product 5.23)`, async ({ page }) => {
    await open(page, path);
    const pictures = main(page).getByRole('group', { name: /^Pictures of/ });
    const buy = main(page).getByRole('button', { name: 'Buy now' });
    const facts = main(page)
      .getByRole('listitem')
      .filter({ hasText: /shipping|ZIP code/ });
    const tabs = main(page).getByRole('tablist');
    const readBottoms = () =>
      Promise.all(
        [pictures, buy, facts, tabs].map(async (part) => {
          const { x = 0, y = 0, height = 0 } = (await part.boundingBox()) ?? {};
          return { isLeft: x < 300, bottom: y + height };
        }),
      );
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 1000 });
      const parts = await readBottoms();
      const end = parts.pop();
      for (const isLeft of [true, false]) {
        const bottom = Math.max(...parts.filter((part) => part.isLeft === isLeft).map((part) => part.bottom));
        // The tabs have their own space above them.
        expect([width, isLeft, (end?.bottom ?? Infinity) - bottom < 300 + 160]).toEqual([width, isLeft, true]);
      }
    }
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

test('of pictures and box, the shorter one stays in view (product 5.23)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await open(page, '/products/necklace-pearl-strand');
  const readTop = async (part: ReturnType<typeof main>) => (await part.boundingBox())?.y ?? 0;
  const pictures = main(page).getByRole('group', { name: /^Pictures of/ });
  const name = main(page).getByRole('heading', { level: 1 });
  const [above, beside] = [await readTop(pictures), await readTop(name)];
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 150);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(150);
  expect(await readTop(pictures)).toBeCloseTo(above - 150, 0);
  expect(await readTop(name)).toBeGreaterThan(beside - 100);
});
