import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectNoViolation } from '../support/accessibility';
import { agreeAndPlace, cartButton, expectMail, fillCheckout, main, open, receivedNumber } from '../support/checkout';
import { newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';
import { join, readOwnerLink, SIZES } from '../support/staff';
import { owners } from '../support/stackConfig';
import { CARD_SHOP_URL, cardShopData, startCardShop, type CardShop } from '../support/startCardShop';

/** Another person each time, in one shop that is paid by card. */
test.describe.configure({ mode: 'default' });
test.use({ baseURL: CARD_SHOP_URL });

let shop: CardShop;
test.beforeAll(async () => {
  shop = await startCardShop();
});
test.afterAll(() => shop.stop());

interface Bought {
  readonly number: string;
  /** Of the page at Stripe. */
  readonly sessionId: string;
  readonly email: string;
  readonly names: readonly [string, string];
  readonly secondCents: number;
}

/** Buys two pieces by card: the first card is declined. */
const buyByCard = async (page: Page): Promise<Bought> => {
  await open(page, '/products');
  const cards = main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) });
  for (const [index, items] of ['1 item', '2 items'].entries()) {
    await cards
      .nth(index)
      .getByRole('button', { name: /^Add to cart/ })
      .click();
    await expect(cartButton(page)).toHaveAccessibleName(`Cart, ${items}`);
  }
  const email = newEmail('card');
  await open(page, '/checkout');
  await fillCheckout(page, email);
  await expect(page.getByRole('radio', { name: 'Card, Apple Pay, Google Pay' })).toBeChecked();
  await agreeAndPlace(page);
  await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible();
  const sessionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const number = await receivedNumber(page);
  await expect(main(page)).toContainText('Payment received.');
  const { order } = (await (await page.request.get(`/api/orders/${number}`)).json()) as {
    readonly order: { readonly lines: readonly { readonly name: string; readonly line_total: number }[] };
  };
  const [first, second] = order.lines;
  if (!first || !second) throw new Error(`${number} has ${order.lines.length} lines`);
  const secondCents = Math.round(second.line_total * 100);
  return { number, sessionId, email, names: [first.name, second.name], secondCents };
};

const say = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

for (const size of owners)
  test(`a shopper pays by card; staff on a ${size} screen sends one line, refunds the other and $5, and takes one refund back; the shopper sees all of it (product 7.24, 16.20)`, async ({
    page: shopper,
    context,
  }) => {
    const complaints = collectComplaints(shopper);
    const { number, sessionId, email, names, secondCents: refundedCents } = await buyByCard(shopper);
    const [sentName, refundedName] = names;

    const staff = await context.newPage();
    const staffComplaints = collectComplaints(staff);
    await staff.setViewportSize(SIZES[size]);
    await join(staff, readOwnerLink(size, cardShopData), `Ada ${size}`);
    await staff.keyboard.press('g');
    await staff.keyboard.press('o');
    await expect(staff.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
    await staff.keyboard.press('f');
    await staff.keyboard.type(number);
    await expect(staff.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await expectNoViolation(staff, 'the desk of orders');
    await expectNoSidewaysScroll(staff, 'the desk of orders');
    await staff.keyboard.press('Escape');
    await staff.getByRole('link', { name: number }).press('Enter');
    await expect(staff.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await expectNoViolation(staff, 'an order');
    await expectNoSidewaysScroll(staff, 'an order');

    await staff.keyboard.press('s');
    const send = staff.getByRole('dialog', { name: `Send order ${number}` });
    await send.getByRole('button', { name: `Less: ${refundedName}` }).press('Enter');
    await send.getByLabel('Carrier').fill('UPS');
    await send.getByLabel('Tracking number').fill('1Z999AA10123456784');
    await expectNoViolation(staff, 'the dialog that sends', 'dialog[open]');
    await staff.keyboard.press('Enter');
    await expect(staff.getByText(`1 line of ${number} sent`)).toBeVisible();

    /** Refunds by what `choose` does in the dialog. */
    const refund = async (sum: string, choose: () => Promise<void>): Promise<void> => {
      await staff.keyboard.press('r');
      await expect(staff.getByRole('dialog', { name: /^Refund/ })).toBeVisible();
      await choose();
      await expect(staff.getByRole('button', { name: `Refund ${sum}` })).toBeVisible();
      await expectNoViolation(staff, `the refund of ${sum}`, 'dialog[open]');
      await staff.keyboard.press('Enter');
      await expect(staff.getByText(`Refund of ${sum}: it is sent in ten seconds.`)).toBeVisible();
    };
    const amount = (sum: string) => async (): Promise<void> => {
      await staff.getByRole('radio', { name: 'An amount' }).press('Space');
      await staff.getByLabel('Sum in dollars').fill(sum);
    };
    await refund('$3.00', amount('3'));
    await staff.keyboard.press('z');
    await expect(staff.getByText('Refund of $3.00: taken back.')).toBeVisible();
    await refund(say(refundedCents), async () => {
      await staff.getByRole('button', { name: `More: ${refundedName}` }).press('Enter');
      await staff.getByLabel('Reason').focus();
    });
    await refund('$5.00', amount('5'));

    const sums = (): number[] =>
      shop.stripe.refunds
        .filter(({ payment_intent: id }) => id === shop.stripe.sessions.get(sessionId)?.payment_intent)
        .map((each) => each.amount)
        .sort((a, b) => b - a);
    await expect.poll(sums, { timeout: 60_000 }).toEqual([refundedCents, 500]);
    await expect(staff.getByText('Refunded', { exact: false }).first()).toBeVisible();

    await expect(async () => {
      await shopper.reload();
      await expect(main(shopper)).toContainText(`${say(refundedCents)} was sent back to you`, { timeout: 2_000 });
      await expect(main(shopper)).toContainText('$5.00 was sent back to you', { timeout: 2_000 });
    }).toPass();
    await expect(main(shopper)).toContainText(sentName);
    await expect(main(shopper).getByRole('link', { name: 'UPS 1Z999AA10123456784' })).toBeVisible();
    await expect(main(shopper)).not.toContainText('$3.00');
    await shopper.setViewportSize(SIZES[size]);
    await expectNoViolation(shopper, 'the order of the shopper', 'main');
    await expectNoSidewaysScroll(shopper, 'the order of the shopper');
    await expectMail(shopper.request, email, `A part of your order ${number} is on its way`);
    // Money that was taken back never left.
    expect(sums()).toEqual([refundedCents, 500]);
    expect([complaints, staffComplaints]).toEqual([[], []]);
    await staff.close();
  });
