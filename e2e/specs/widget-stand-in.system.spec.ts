import { cartButton } from '../support/checkout';
import { alteredUpload, createReleases, type Releases } from '../support/releases';
import { expect, test, waitForHydration } from '../support/shop';
import { startHost } from '../support/startHost';

/**
 * When a remote's widget breaks on another remote's page, the previous release's widget is shown; the page around it
 * stays.
 */
test.describe.configure({ mode: 'serial' });
const PORT = 3921;
test.use({ baseURL: `http://localhost:${PORT}` });

const BROKEN = '(()=>{throw new Error("broken in the shop, and not where it was tried")})()';

let releases: Releases;
let stop: () => Promise<void>;
test.beforeAll(async () => {
  releases = createReleases('widget-stand-in');
  stop = await startHost(PORT, { REGISTRY_DIR: releases.directory });
  await releases.publish(
    await alteredUpload('mfe-cart-checkout', '9.0.0', {
      from: 'title:"Your cart"',
      to: `title:${BROKEN}`,
      targets: ['web'],
    }),
  );
  await releases.publish(
    await alteredUpload('mfe-catalog', '9.0.0', {
      from: 'label:"Quick view"',
      to: `label:${BROKEN}`,
      targets: ['web'],
    }),
  );
  await releases.promote({ 'mfe-cart-checkout': '9.0.0', 'mfe-catalog': '9.0.0' });
});
test.afterAll(() => stop());

test('the cart drawer of a release that breaks in the browser is replaced by its stand-in; a form beside it keeps its input', async ({
  page,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const message = page.getByRole('main').getByRole('textbox', { name: /message/i });
  await message.fill('Is the ring in stock?');
  await cartButton(page).click();
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  await expect(drawer).toBeVisible();
  await expect(page.getByText('The cart did not open.')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(message).toHaveValue('Is the ring in stock?');
  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Cart is Empty');
});

test('the quick view of a release that breaks in the browser is replaced by its stand-in with its product, and its link works', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Quick view/ })
    .first()
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quick view' });
  const name = await dialog.getByRole('heading').first().innerText();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
