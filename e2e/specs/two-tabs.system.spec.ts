import type { BrowserContext, Page } from '@playwright/test';
import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  fillCheckout,
  main,
  open,
  receivedNumber,
} from '../support/checkout';
import { mailsTo, newEmail } from '../support/identity';
import { newNetwork } from '../support/network';
import { expect, test } from '../support/shop';

/** Number of rounds; `TWO_TABS_ROUNDS=50` searches longer. `TWO_TABS_SEED` repeats a failed round. */
const ROUNDS = Number(process.env['TWO_TABS_ROUNDS'] ?? 4);
const SEED = Number(process.env['TWO_TABS_SEED'] ?? 20_261_122);
const ROUND_MS = 40_000;
const MAX_DELAY_MS = 600;
const FAULT_RATIO = 0.35;
/** Actions of the other tab. */
const CHANGES = 3;
const PRODUCTS_IN_TURN = 6;

/** A seeded random number generator (mulberry32). */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const REFUSALS = [429, 500, 503];
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Delays, fails or drops every request except the order, which is only delayed. */
const disturb = async (context: BrowserContext, random: () => number): Promise<void> => {
  await context.route(/\/api\/(?!dev)|\/rum|order-received[^/]*\.(js|css)/, async (route) => {
    const isOrder = route.request().method() === 'POST' && new URL(route.request().url()).pathname === '/api/orders';
    const [delay, fault, kind] = [random() * MAX_DELAY_MS, random(), random()];
    await wait(delay);
    const isCode = /\.(js|css)/.test(route.request().url());
    if (isOrder || isCode || fault > FAULT_RATIO) return route.continue().catch(() => undefined);
    if (kind < 0.4) return route.abort('connectionrefused').catch(() => undefined);
    const status = REFUSALS[Math.floor(random() * REFUSALS.length)] ?? 503;
    return route
      .fulfill({
        status,
        contentType: 'application/json',
        body: '{"status":false,"message":"Not now","code":"UNAVAILABLE"}',
      })
      .catch(() => undefined);
  });
};

/** Actions of the other tab on the same cart while the first one places the order. */
const changeCart = async (page: Page, random: () => number): Promise<void> => {
  for (let change = 0; change < CHANGES; change += 1) {
    await wait(random() * 250);
    const names = random() < 0.7 ? /^Increase quantity of / : /^Decrease quantity of /;
    await main(page)
      .getByRole('button', { name: names })
      .first()
      .click({ timeout: 300 })
      .catch(() => undefined); // The row may be detached by a render.
  }
};

test.describe('two tabs, one of which orders', () => {
  test.setTimeout(ROUND_MS * Math.max(1, ROUNDS));

  test(`Place order creates one order and opens it, whatever the other tab does and whatever fails (${ROUNDS} rounds)`, async ({
    browser,
    request,
  }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await test.step(`round ${round}, TWO_TABS_SEED=${SEED + round}`, async () => {
        const random = createRandom(SEED + round);
        const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newNetwork() } });
        context.setDefaultTimeout(ROUND_MS / 2);
        const [page, other] = [await context.newPage(), await context.newPage()];
        // A different product each round, because earlier rounds reduce the stock.
        await open(page, '/products');
        await main(page)
          .getByRole('button', { name: /^Add to cart/ })
          .nth(round % PRODUCTS_IN_TURN)
          .click();
        await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
        await open(other, '/cart');
        // More than the other tab removes: another test covers the emptied cart.
        for (let piece = 0; piece < CHANGES; piece += 1)
          await main(other)
            .getByRole('button', { name: /^Increase quantity of / })
            .click();
        await expect(cartButton(page)).toHaveAccessibleName(`Cart, ${CHANGES + 1} items`);
        await open(page, '/checkout');
        const email = newEmail();
        await fillCheckout(page, email);
        await disturb(context, random);
        const changing = changeCart(other, random);
        await wait(random() * 400);
        await agreeAndPlace(page);
        const number = await receivedNumber(page).catch(async (error: Error) => {
          // Include what the shopper would see in the failure.
          throw new Error(
            `round ${round} (TWO_TABS_SEED=${SEED + round}) stayed at ${page.url()}: ${(await main(page).innerText()).slice(0, 400)}\n${error.message}`,
          );
        });
        await changing;
        expect((await mailsTo(request, email)).map(({ subject }) => subject)).toEqual([`Your order ${number}`]);
        await context.close();
      });
    }
  });

  test('while the order page does not load, the checkout confirms the order and links to it', async ({ page }) => {
    await addFirstProduct(page);
    await open(page, '/checkout');
    await fillCheckout(page, newEmail());
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/order-received[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await agreeAndPlace(page);
    await expect(main(page).getByRole('heading', { level: 1, name: 'Your order is placed' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: /^Open order ORD-/ })).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
    release();
    await receivedNumber(page);
  });

  test('if the last product sells out while ordering, the empty checkout names it', async ({ page }) => {
    await addFirstProduct(page);
    const name = await page.evaluate(() => {
      const kept: unknown = JSON.parse(localStorage.getItem('shop.cart') ?? '{}');
      return JSON.stringify(kept).match(/"name":"([^"]+)"/)?.[1] ?? '';
    });
    await open(page, '/checkout');
    await fillCheckout(page, newEmail());
    const cart = { lines: [], coupon: null, subtotal: 0, discount: 0, total: 0 };
    await page.route(
      '**/api/orders',
      (route) =>
        route.fulfill({
          status: 409,
          json: {
            status: false,
            success: false,
            code: 'OUT_OF_STOCK',
            message: 'Some products are no longer in stock in that quantity.',
            cart,
          },
        }),
      { times: 1 },
    );
    await agreeAndPlace(page);
    await expect(main(page).getByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toBeVisible();
    await expect(main(page).getByText(`${name} is no longer available and was removed from your cart.`)).toBeVisible();
    await expect(main(page).getByRole('alert')).toContainText('no longer in stock');
  });
});
