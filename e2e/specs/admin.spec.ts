import type { Page } from '@playwright/test';
import { expectNoViolation } from '../support/accessibility';
import { createAccount, newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';
import { join, readOwnerLink, SIZES } from '../support/staff';
import { ADMIN_URL, owners, SHOP_URL } from '../support/stackConfig';

const PRODUCT = 'ring-signet';

/** Somebody who has not bought the product writes about it. */
const writeReview = (comment: string): Promise<void> =>
  createAccount(newEmail(), async (request, token) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.post(`/api/products/${PRODUCT}/reviews`, { headers, data: { rating: 4, comment } });
    expect(answer.ok()).toBe(true);
  });

const readMail = async (page: Page, to: string): Promise<string> => {
  const mails = (await (await page.request.get(`${SHOP_URL}/dev/mailbox.json`)).json()) as {
    readonly to: string;
    readonly text: string;
  }[];
  return mails.find((mail) => mail.to === to)?.text ?? '';
};

/** Browsers resolve every name below localhost; this process does not. */
const readAtAdmin = async (page: Page, address: string): Promise<number> => {
  const headers = { host: new URL(ADMIN_URL).host };
  return (await page.request.get(SHOP_URL + address, { headers, maxRedirects: 0 })).status();
};

for (const size of owners)
  test(`an owner on a ${size} screen approves a review and takes it back, invites and suspends somebody, and the audit shows all of it (product 16.8)`, async ({
    context,
    browser,
  }) => {
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.setViewportSize(SIZES[size]);
    await join(page, readOwnerLink(size), `Ada ${size}`);
    await expectNoViolation(page, 'home');

    const comment = `It sits well, says ${size} ${Date.now()}`;
    await writeReview(comment);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
    const row = page.getByRole('button', { name: comment });
    await row.click();
    await expect(page.locator('blockquote')).toHaveText(comment);
    await expectNoViolation(page, 'reviews');
    await page.keyboard.press('p');
    await expect(page.getByText('Review of', { exact: false }).last()).toContainText('published');
    await page.keyboard.press('z');
    await expect(page.getByText('taken back', { exact: false })).toBeVisible();
    await page.goto(`${ADMIN_URL}/admin/reviews`);
    await row.click();
    await page.keyboard.press('p');
    await expect(page.getByText('published', { exact: false }).last()).toBeVisible();
    const isShown = async (): Promise<boolean> =>
      (await (await page.request.get(`${SHOP_URL}/api/products/${PRODUCT}/reviews`)).text()).includes(comment);
    expect(await isShown()).toBe(false);
    await expect.poll(isShown, { timeout: 30_000 }).toBe(true);

    const email = `alan-${size}-${Date.now()}@example.com`;
    await page.goto(`${ADMIN_URL}/admin/staff`);
    await expect(page.getByText(`Ada ${size}`).first()).toBeVisible();
    await page.keyboard.press('n');
    await page.getByLabel('E-mail').fill('not an address');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter an email address', { exact: false })).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await expectNoViolation(page, 'the invitation', 'dialog[open]');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();

    const alan = await browser.newPage();
    const link = /http\S+#key=\S+/.exec(await readMail(page, email))?.[0] ?? '';
    await join(alan, link, `Alan ${size}`);
    await expect(alan.getByRole('link', { name: 'Staff' })).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: `Suspend: Alan ${size}` }).click();
    await expect(page.getByText(`Alan ${size} is suspended now.`)).toBeVisible();
    await alan.goto(`${ADMIN_URL}/admin/reviews`);
    await expect(alan.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectNoViolation(alan, 'the door');
    await alan.close();
    await expectNoViolation(page, 'staff');

    await page.goto(`${ADMIN_URL}/admin/audit?subject=${encodeURIComponent(email)}`);
    for (const action of ['Staff changed', 'Staff joined', 'Invite sent'])
      await expect(page.getByRole('cell', { name: action })).toBeVisible();
    await page.getByRole('button', { name: 'Show' }).first().click();
    await expect(page.getByText('suspended')).toBeVisible();
    await expectNoViolation(page, 'the audit');
    expect(complaints).toEqual([]);
    await page.close();
  });

test('shoppers load nothing of the back office, and its addresses do not exist at the shop', async ({ page }) => {
  const loaded: string[] = [];
  page.on('response', (response) => void loaded.push(response.url()));
  await page.goto('/');
  await page.goto(`/products/${PRODUCT}`);
  expect(await page.content()).not.toContain('mfe-admin');
  expect(loaded.filter((url) => url.includes('mfe-admin'))).toEqual([]);
  for (const address of ['/admin', '/admin/reviews', '/api/admin/me', '/api/admin/reviews'])
    expect([address, (await page.request.get(address)).status()]).toEqual([address, 404]);
  for (const address of ['/', '/products', '/cart', '/api/cart', '/api/products'])
    expect([address, await readAtAdmin(page, address)]).toEqual([address, address === '/' ? 302 : 404]);
});
