import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const SHOP = 'http://shop.test';
const FURROW = 'http://furrow.test';
const ENTRY = '/handover?from=jewellery&to=organic&path=%2Fblog%3Fpage%3D2';
const DAY_AND_A_BIT_MS = 90_000_000;

describe.each(databaseKinds)('a session on the hosts of two storefronts on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  let people = 0;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, { hosts: { organic: FURROW } }, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /** A browser, which stores cookies for each host. */
  const aBrowser = async ({ signedIn = true } = {}) => {
    people += 1;
    const at = {
      [SHOP]: new Visitor(app, database, `10.1.0.${people}`),
      [FURROW]: new Visitor(app, database, `10.1.0.${people}`),
    };
    const email = `shopper-${people}@example.com`;
    if (signedIn) await at[SHOP].register(email);
    return { at, email };
  };
  type Browser = Awaited<ReturnType<typeof aBrowser>>;

  /** Requests a URL as a navigation of the page, without following redirects. */
  const open = async ({ at }: Browser, url: string, headers: Record<string, string> = {}) => {
    const { origin, host, pathname, search } = new URL(url);
    const visitor = at[origin as keyof typeof at];
    const { token } = visitor;
    visitor.token = undefined; // navigations carry none
    const answer = await visitor.get(pathname.replace(/^\/api/, '') + search, {
      headers: { host, referer: `${SHOP}/`, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', ...headers },
    });
    visitor.token = token;
    return answer;
  };
  const getTarget = (answer: LightMyRequestResponse): string => String(answer.headers.location);
  /** Follows redirects until a page of the shop. Returns its URL. */
  const follow = async (browser: Browser, url: string, headers?: Record<string, string>): Promise<string> => {
    let target = url;
    for (let hops = 0; target.includes('/api/'); hops += 1) {
      if (hops > 4) throw new Error(`Too many redirects, the last one to ${target}`);
      target = getTarget(await open(browser, target, headers));
    }
    return target;
  };
  const readEmail = async (visitor: Visitor): Promise<string | undefined> => {
    const answer = await visitor.get('/me');
    return answer.statusCode === 200 ? answer.json<{ user: { email: string } }>().user.email : undefined;
  };
  /** Returns the URL that would give the browser's session to the other host, with its seal. */
  const stopBeforeTaking = async (browser: Browser): Promise<string> => {
    const give = getTarget(await open(browser, `${FURROW}/api${ENTRY}`));
    return getTarget(await open(browser, give));
  };

  test('who is signed in at one host is signed in at the other one after its link was followed (product 1.9)', async () => {
    const browser = await aBrowser();
    expect(await readEmail(browser.at[FURROW])).toBeUndefined();
    expect(await follow(browser, `${FURROW}/api${ENTRY}`)).toBe(`${FURROW}/blog?page=2`);
    expect(await readEmail(browser.at[FURROW])).toBe(browser.email);
  });

  test('it is one session: logging out at one host ends it at the other one (product 1.9)', async () => {
    const browser = await aBrowser();
    await follow(browser, `${FURROW}/api${ENTRY}`);
    await browser.at[SHOP].post('/logout');
    expect(await readEmail(browser.at[FURROW])).toBeUndefined();
  });

  test('a guest gets to the page without a session, and who is signed in there stays so', async () => {
    const guest = await aBrowser({ signedIn: false });
    expect(await follow(guest, `${FURROW}/api${ENTRY}`)).toBe(`${FURROW}/blog?page=2`);
    expect(await readEmail(guest.at[FURROW])).toBeUndefined();
    await guest.at[FURROW].register(`there-${people}@example.com`);
    await follow(guest, `${FURROW}/api${ENTRY}`);
    expect(await readEmail(guest.at[FURROW])).toBe(`there-${people}@example.com`);
  });

  test('a sealed session is worth nothing in another browser, even one that asked itself', async () => {
    const [owner, thief] = [await aBrowser(), await aBrowser({ signedIn: false })];
    const stolen = await stopBeforeTaking(owner);
    expect(stolen).not.toContain(String(owner.at[SHOP].cookies.get('sid')));
    await open(thief, stolen);
    expect(await readEmail(thief.at[FURROW])).toBeUndefined();
    await open(thief, `${FURROW}/api${ENTRY}`);
    await open(thief, stolen);
    expect(await readEmail(thief.at[FURROW])).toBeUndefined();
  });

  test('nobody can make a browser sign in with their own account, or give its session for their request', async () => {
    const [victim, attacker] = [await aBrowser(), await aBrowser()];
    // The attacker's sealed session in the victim's browser, which has asked for its own.
    await open(victim, `${FURROW}/api${ENTRY}`);
    await open(victim, await stopBeforeTaking(attacker));
    expect(await readEmail(victim.at[FURROW])).toBeUndefined();
    // The victim's session for the attacker's request: it ends in the victim's browser.
    const give = getTarget(await open(attacker, `${FURROW}/api${ENTRY}`));
    await follow(victim, give);
    expect(await readEmail(victim.at[FURROW])).toBeUndefined();
  });

  test('a seal is valid for a minute and one use', async () => {
    const browser = await aBrowser();
    const late = await stopBeforeTaking(browser);
    now = new Date(now.getTime() + 60_001);
    await open(browser, late);
    expect(await readEmail(browser.at[FURROW])).toBeUndefined();

    const taken = await stopBeforeTaking(browser);
    await open(browser, taken);
    expect(await readEmail(browser.at[FURROW])).toBe(browser.email);
    browser.at[FURROW].cookies.delete('sid');
    await open(browser, taken);
    expect(await readEmail(browser.at[FURROW])).toBeUndefined();
  });

  test.each([
    ['in turn', [0, 1]],
    ['in the other order', [1, 0]],
  ])('two tabs that cross at once, and arrive %s, are both signed in', async (_case, order) => {
    const browser = await aBrowser();
    const entries = [];
    for (let tab = 0; tab < 2; tab += 1) entries.push(getTarget(await open(browser, `${FURROW}/api${ENTRY}`)));
    for (const tab of order) {
      await follow(browser, entries[tab] ?? '');
      expect(await readEmail(browser.at[FURROW])).toBe(browser.email);
    }
  });

  test('an expired session is not handed over', async () => {
    const browser = await aBrowser();
    const sealed = await stopBeforeTaking(browser);
    await database.query('DELETE FROM sessions');
    await open(browser, sealed);
    expect(browser.at[FURROW].cookies.has('sid')).toBe(false);
    now = new Date(now.getTime() + DAY_AND_A_BIT_MS);
    expect(await stopBeforeTaking(browser)).toBe(`${FURROW}/blog?page=2`);
  });

  test.each([
    ['a link of another site', { referer: 'https://evil.example/' }],
    ['a link without a referrer', { referer: '' }],
  ])('%s opens the page without the session', async (_case, headers) => {
    const browser = await aBrowser();
    expect(await follow(browser, `${FURROW}/api${ENTRY}`, headers)).toBe(`${FURROW}/blog?page=2`);
    expect(await readEmail(browser.at[FURROW])).toBeUndefined();
  });

  test.each(['iframe', 'image', 'empty'])(
    'a request for %s opens the page at every step, without the session',
    async (destination) => {
      const browser = await aBrowser();
      const give = getTarget(await open(browser, `${FURROW}/api${ENTRY}`));
      const take = getTarget(await open(browser, give));
      for (const url of [`${FURROW}/api${ENTRY}`, give, take])
        expect(getTarget(await open(browser, url, { 'sec-fetch-dest': destination }))).toBe(`${FURROW}/blog?page=2`);
      expect(browser.at[FURROW].cookies.has('sid')).toBe(false);
    },
  );

  test.each([
    ['another site as the path', 'from=jewellery&to=organic&path=%2F%2Fevil.example', `${FURROW}/`],
    ['an absolute path', 'from=jewellery&to=organic&path=https%3A%2F%2Fevil.example', `${FURROW}/`],
  ])('%s leads to the home page', async (_case, query, led) => {
    expect(await follow(await aBrowser(), `${FURROW}/api/handover?${query}`)).toBe(led);
  });

  test.each(['from=jewellery&to=evil', 'from=evil&to=organic', 'to=organic', 'from=jewellery&to=__proto__'])(
    'a storefront that does not exist (%s) is not found',
    async (query) => {
      expect((await open(await aBrowser(), `${FURROW}/api/handover?${query}`)).statusCode).toBe(404);
    },
  );

  test('an order at a host leads back to that host: its payment, and the link in its mail (product 1.9)', async () => {
    const browser = await aBrowser({ signedIn: false });
    const { anOrderBody, newKey } = await import('../../testing/testApp');
    const email = `buyer-${people}@example.com`;
    const body = anOrderBody({ payment_method: 'global' });
    const placed = await browser.at[FURROW].post(
      '/orders',
      { ...body, billing: { ...body.billing, email } },
      { headers: { host: 'furrow.test', 'idempotency-key': newKey() } },
    );
    const { number } = placed.json<{ order: { number: string } }>().order;
    const [mail] = await browser.at[FURROW].readMails(email);
    expect(mail?.text).toContain(`${FURROW}/checkout/order-received/${number}`);
    const payment = await browser.at[FURROW].post(`/orders/${number}/payment`, undefined, {
      headers: { host: 'furrow.test' },
    });
    expect(payment.json<{ url: string }>().url).toContain(`${FURROW}/dev/pay?`);
  });

  test('the sitemap has every page at the host of its storefront (product 1.9)', async () => {
    const xml = (await app.inject('/api/sitemap.xml')).body;
    for (const url of [`${SHOP}/about`, `${FURROW}/about`, `${SHOP}/products/ring-halo`, `${FURROW}/products/carrots`])
      expect(xml).toContain(`<loc>${url}</loc>`);
    expect(xml).not.toContain('store=');
    expect(xml).not.toContain(`${SHOP}/products/carrots`);
  });
});

test('a shop without hosts of storefronts hands nothing over', async () => {
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database);
  expect((await app.inject(`/api${ENTRY}`)).statusCode).toBe(404);
  await app.close();
  await database.close();
});
