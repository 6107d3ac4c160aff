import type { BrowserContext, Page } from '@playwright/test';
import { anOrderBody, aPostalAddress } from '../../api/src/testing/testApp';
import { PAYLOADS } from '../../api/src/testing/payloads';
import { buyThroughApi } from '../support/buyThroughApi';
import { main, open } from '../support/checkout';
import { codeFor, newEmail, PASSWORD } from '../support/identity';
import { post, sendAgainIfKilled } from '../support/post';
import { newNetwork } from '../support/network';
import { expect, test, waitForHydration } from '../support/shop';

const TEXTS_PER_ORDER = 10;
/** As defined by the contract. */
const MAX_NAME_LENGTH = 120;
const REVIEWED = 'bracelet-cuff';
const RING = { product_id: 'ring-halo', variant_id: null, quantity: 1 };

interface Watch {
  /** Scripts that ran, requests, and violations of the content security policy, by page. */
  readonly incidents: readonly string[];
}

/** Watches for effects of injected text in every page and frame of a browser. */
const watchForCode = async (context: BrowserContext): Promise<Watch> => {
  const incidents: string[] = [];
  await context.exposeBinding(
    'tellIncident',
    ({ page }, what: string) => void incidents.push(`${page.url()}: ${what}`),
  );
  await context.addInitScript(() => {
    const tell: unknown = Reflect.get(window, 'tellIncident');
    const say = (what: string): void => void (typeof tell === 'function' && tell(what));
    Object.defineProperty(window, '__pwned', { set: () => say('a text ran') });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      say(`the policy refused ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on('dialog', (dialog) => {
    incidents.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { incidents };
};

/** Creates a customer with that name and signs in through the API. */
const signInAs = async (
  page: Page,
  name: string,
): Promise<{ readonly email: string; readonly headers: Record<string, string> }> => {
  const email = newEmail();
  const { request } = page.context();
  const { user_id } = await (
    await post(request, '/api/register', { data: { name, email, password: PASSWORD, phone: '' } })
  ).json();
  const { token } = await (
    await post(request, '/api/verify-otp', { data: { user_id, otp: await codeFor(request, email) } })
  ).json();
  return { email, headers: { authorization: `Bearer ${token}` } };
};

const inGroups = (size: number): string[][] =>
  Array.from({ length: Math.ceil(PAYLOADS.length / size) }, (_, group) =>
    PAYLOADS.slice(group * size, (group + 1) * size),
  );

test.describe('a hundred XSS payloads are shown as text', () => {
  test.setTimeout(180_000);

  test('control: without escaping each kind of incident is detected', async ({ context, page }) => {
    const watch = await watchForCode(context);
    await page.route('**/about', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>window.__pwned=1; alert(1)</script>' }),
    );
    await page.goto('/about');
    await expect.poll(() => watch.incidents.length).toBe(2);
    await page.route('**/faq', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': "default-src 'none'" },
        body: '<img src=x onerror=window.__pwned=1>',
      }),
    );
    await page.goto('/faq');
    await expect
      .poll(() => watch.incidents.filter((what) => what.includes('the policy refused')).length)
      .toBeGreaterThan(0);
  });

  test('as search terms, ids and return paths in URLs', async ({ context, page }) => {
    const watch = await watchForCode(context);
    for (const payload of PAYLOADS) {
      await page.goto(`/products?q=${encodeURIComponent(payload)}`);
      await expect(main(page).getByRole('searchbox')).toHaveValue(payload);
    }
    for (const payload of PAYLOADS.slice(0, 20)) {
      const text = encodeURIComponent(payload);
      for (const path of [
        `/products/${text}`,
        `/products/category/${text}`,
        `/checkout/order-received/${text}`,
        `/blog/${text}`,
        `/auth/login?next=${text}`,
        `/auth/login?google=${text}`,
        `/${text}`,
      ])
        await page.goto(path);
    }
    await open(
      page,
      `/products?q=${encodeURIComponent(PAYLOADS[0] ?? '')}&brand=${encodeURIComponent(PAYLOADS[1] ?? '')}&category=${encodeURIComponent(PAYLOADS[2] ?? '')}`,
    );
    expect(watch.incidents).toEqual([]);
  });

  test('as names and texts of reviews', async ({ context, browser, page }) => {
    const watch = await watchForCode(context);
    for (const [index, texts] of inGroups(34).entries()) {
      const own = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newNetwork() } });
      const reviewer = await own.newPage();
      const watchOwn = await watchForCode(own);
      const { headers } = await signInAs(reviewer, PAYLOADS[index * 7] ?? '');
      await buyThroughApi(own.request, REVIEWED);
      await post(own.request, `/api/products/${REVIEWED}/reviews`, {
        data: { rating: 5, comment: texts.join('\n').slice(0, 2_000) },
        headers,
      });
      for (const path of ['/account', '/dashboard', `/products/${REVIEWED}`]) await open(reviewer, path);
      expect(watchOwn.incidents).toEqual([]);
      await own.close();
    }
    const { data } = await (await page.request.get(`/api/products/${REVIEWED}/reviews`)).json();
    await open(page, `/products/${REVIEWED}#reviews`);
    await page.getByRole('tab', { name: 'CUSTOMER REVIEWS' }).click();
    await expect(
      main(page)
        .getByText(String(data.items[0].comment).split('\n')[0] ?? '')
        .first(),
    ).toBeVisible();
    expect(watch.incidents).toEqual([]);
  });

  test('as the name of the customer in the header and on the account page', async ({ context, page }) => {
    const watch = await watchForCode(context);
    const { headers } = await signInAs(page, 'Ada Lovelace');
    const shown = [];
    for (const payload of PAYLOADS) {
      const name = payload.trim().slice(0, MAX_NAME_LENGTH).trim();
      const saved = await sendAgainIfKilled(() => context.request.patch('/api/me', { data: { name }, headers }));
      if (saved.status() === 400) continue; // Line breaks and control characters are not valid in names.
      expect(saved.ok(), await saved.text()).toBe(true);
      await page.goto('/account');
      await expect(page.getByLabel('Name', { exact: false }).first()).toHaveValue(name);
      shown.push(name);
    }
    expect(shown.length).toBeGreaterThan(90);
    expect(watch.incidents).toEqual([]);
  });

  test('in all fields of orders and contact messages, on pages, in mails and in the mailbox', async ({
    context,
    page,
  }) => {
    const watch = await watchForCode(context);
    const { email, headers } = await signInAs(page, 'Ada Lovelace');
    const numbers: string[] = [];
    for (const texts of inGroups(TEXTS_PER_ORDER)) {
      const [
        firstName = 'x',
        lastName = 'x',
        companyName = '',
        streetAddress = 'x',
        apartment = '',
        townCity = 'x',
        shipTo = 'x',
        shipStreet = 'x',
        shipTown = 'x',
        orderNotes = '',
      ] = texts;
      const { billing } = anOrderBody();
      const data = anOrderBody({
        items: [RING],
        billing: {
          ...billing,
          firstName,
          lastName,
          companyName,
          streetAddress,
          apartment,
          townCity,
          orderNotes,
          email,
        },
        shipping_address: { ...aPostalAddress, firstName: shipTo, streetAddress: shipStreet, townCity: shipTown },
      });
      const placed = await post(context.request, '/api/orders', {
        data,
        headers: { ...headers, 'idempotency-key': `markup-${Date.now()}-${numbers.length}-00000000` },
      });
      numbers.push((await placed.json()).order.number);
      await open(page, `/checkout/order-received/${numbers.at(-1)}`);
      for (const text of [firstName, shipTo, shipStreet])
        await expect(main(page).getByText(text).first()).toBeAttached();
    }
    await open(page, '/orders');
    for (const [part, texts] of inGroups(50).entries()) {
      await post(context.request, '/api/contact', {
        data: {
          store: 'jewellery-store',
          name: texts[part],
          email,
          subject: texts[part + 1],
          message: texts.join('\n').slice(0, 5_000),
        },
      });
    }
    await page.goto('/dev/mailbox');
    await expect(page.getByRole('heading', { level: 1, name: 'Mailbox' })).toBeVisible();
    await expect(page.getByText(PAYLOADS[3] ?? '').first()).toBeAttached();
    expect(watch.incidents).toEqual([]);
  });

  test('on the pages of the API and the sandbox provider, and in the search of a hydrated page', async ({
    context,
    page,
  }) => {
    const watch = await watchForCode(context);
    for (const payload of PAYLOADS.slice(0, 20)) {
      const text = encodeURIComponent(payload);
      for (const path of [
        `/api/docs?q=${text}`,
        `/api/docs/${text}`,
        `/dev/pay?session=${text}`,
        `/dev/mailbox?to=${text}`,
        `/api/products?q=${text}`,
      ])
        await page.goto(path);
    }
    await open(page, '/products');
    await waitForHydration(page);
    const search = main(page).getByRole('searchbox');
    for (const payload of PAYLOADS.slice(0, 20)) {
      await search.fill(payload);
      await search.press('Enter');
      await expect(page).toHaveURL((url) => url.searchParams.get('q') === payload);
    }
    expect(watch.incidents).toEqual([]);
  });
});
