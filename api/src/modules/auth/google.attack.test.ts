import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';

const CALLBACK = 'http://shop.test/api/auth/google/callback';

/** A real OpenID provider, as a process of its own. */
const startProvider = (): Promise<{ issuer: string; process: ChildProcess }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(__dirname, '../../testing/oidcProvider.mjs'), '0', CALLBACK], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.on('exit', (code) => reject(new Error(`The provider ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const issuer = /http:\/\/localhost:\d+/.exec(chunk.toString())?.[0];
      if (issuer) resolve({ issuer, process: child });
    });
  });

/**
 * A browser at the provider: follows its redirects with its cookies until it is sent back to the shop. Answers where
 * to.
 */
const signInAtProvider = async (start: string, email: string): Promise<string> => {
  const cookies = new Map<string, string>();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name && value) cookies.set(name, value);
    }
    body = undefined;
    const location = response.headers.get('location');
    if (location?.startsWith(CALLBACK)) return location;
    if (location) url = new URL(location, url).href;
    else body = new URLSearchParams({ email }); // the provider's own page: sent back to the same URL
  }
  throw new Error('The provider never sent the browser back');
};

describe.each(databaseKinds)('Google on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let provider: { issuer: string; process: ChildProcess };
  let now = new Date('2026-11-21T12:00:00Z');
  let networks = 0;
  beforeAll(async () => {
    [database, provider] = await Promise.all([openTestDatabase(kind), startProvider()]);
    app = await buildTestApp(
      database,
      { google: { clientId: 'shop', clientSecret: 'a secret between shop and provider', issuer: provider.issuer } },
      { now: () => now },
    );
  }, 60_000);
  afterAll(async () => {
    provider.process.removeAllListeners('exit');
    provider.process.kill();
    await app.close();
    await database.close();
  });

  const newVisitor = (address?: string) => new Visitor(app, database, address);
  const start = async (visitor: Visitor, query = '') =>
    String((await visitor.get(`/auth/google${query}`)).headers.location);
  const back = (visitor: Visitor, location: string) => visitor.get(location.replace('http://shop.test/api', ''));
  /** From the account's page: the password first, then out to the provider. */
  const beginConnect = (visitor: Visitor, current_password = PASSWORD) =>
    visitor.post('/me/google', { current_password });
  const connect = async (visitor: Visitor, email: string) =>
    back(visitor, await signInAtProvider((await beginConnect(visitor)).json<{ url: string }>().url, email));
  const signIn = async (visitor: Visitor, email: string, query = '') =>
    back(visitor, await signInAtProvider(await start(visitor, query), email));

  test('a new shopper gets an account and is signed in, and the same one the next time', async () => {
    const visitor = newVisitor();
    const answer = await signIn(visitor, 'grace@example.com', '?next=%2Forders');
    expect(answer).toMatchObject({ statusCode: 303 });
    expect(answer.headers.location).toBe('/orders');
    const me = (await visitor.get('/me')).json();
    expect(me).toMatchObject({
      user: { email: 'grace@example.com', name: 'Grace Hopper', is_verified: true },
      ways: { password: false, google: true },
    });
    const again = newVisitor();
    await signIn(again, 'grace@example.com', '?remember=1');
    expect((await again.get('/me')).json().user.id).toBe(me.user.id);
  });

  test('what is asked of the provider carries PKCE, state and nonce', async () => {
    const url = new URL(await start(newVisitor()));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: CALLBACK,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
  });

  test('an address with an account is not linked: its owner connects Google on the account page', async () => {
    const owner = newVisitor();
    await owner.register('owned@example.com');
    const stranger = newVisitor();
    const refused = await signIn(stranger, 'owned@example.com');
    expect(refused.headers.location).toBe('/auth/login?google=address-taken');
    expect(stranger.cookies.has('sid')).toBe(false);

    const connected = await connect(owner, 'owned@example.com');
    expect(connected.headers.location).toBe('/account');
    expect((await owner.get('/me')).json().ways).toEqual({ password: true, google: true });
    const later = newVisitor();
    await signIn(later, 'owned@example.com');
    expect((await later.get('/me')).json().user.email).toBe('owned@example.com');
  });

  test('an identity of one account is not connected to another', async () => {
    await signIn(newVisitor(), 'first-owner@example.com');
    const other = newVisitor();
    await other.register('second-owner@example.com');
    expect((await connect(other, 'first-owner@example.com')).headers.location).toBe('/account?google=taken-by-other');
    expect((await other.get('/me')).json().ways.google).toBe(false);
  });

  describe('connecting and disconnecting it', () => {
    const waysOf = async (visitor: Visitor) => (await visitor.get('/me')).json<{ ways: unknown }>().ways;
    const registered = async (email: string): Promise<Visitor> => {
      const visitor = newVisitor(`198.51.100.${(networks += 1)}`);
      await visitor.register(email);
      return visitor;
    };

    test('a session left open is not enough: without the password nothing begins, and the old link begins nothing', async () => {
      const owner = await registered('desk@example.com');
      const refused = await beginConnect(owner, 'not the password');
      expect(refused.statusCode).toBe(422);
      expect(refused.json().fields).toEqual({ current_password: 'This is not your current password.' });
      expect(owner.cookies.has('google_flow')).toBe(false);
      expect((await owner.get('/auth/google?connect=1')).headers.location).toBe('/account?google=failed');
      expect(await waysOf(owner)).toEqual({ password: true, google: false });
    });

    test('its owner is told by mail, sees it, and takes it away by the password', async () => {
      const owner = await registered('told@example.com');
      await connect(owner, 'told-at-google@example.com');
      expect((await owner.mailsTo('told@example.com')).at(-1)?.subject).toBe('Google was connected to your account');
      expect(await waysOf(owner)).toEqual({ password: true, google: true });
      expect((await owner.post('/me/google/disconnect', { current_password: 'not the password' })).statusCode).toBe(
        422,
      );
      expect((await owner.post('/me/google/disconnect', { current_password: PASSWORD })).json().ways).toEqual({
        password: true,
        google: false,
      });
      expect((await owner.mailsTo('told@example.com')).at(-1)?.subject).toBe(
        'Google was disconnected from your account',
      );
      const kinds = (await owner.get('/history'))
        .json<{ data: { kind: string }[] }>()
        .data.map(({ kind: what }) => what);
      expect(kinds.slice(0, 3).sort()).toEqual(['google-connected', 'google-disconnected', 'sign-in-failed']);
      const stranger = newVisitor();
      await signIn(stranger, 'told-at-google@example.com');
      expect((await stranger.get('/me')).json().user.email).toBe('told-at-google@example.com'); // an account of its own
    });

    test('a reset disconnects Google, and the mail says so', async () => {
      const owner = await registered('reset-google@example.com');
      await connect(owner, 'attacker-at-google@example.com');
      const browser = newVisitor('198.51.100.201');
      const { user_id } = (await browser.post('/forgot-password', { email: 'reset-google@example.com' })).json();
      now = new Date(now.getTime() + 61_000);
      await browser.post('/resend-otp', { user_id });
      await browser.post('/verify-reset-otp', { user_id, otp: await browser.codeFor('reset-google@example.com') });
      expect(
        (await browser.post('/reset-password', { email: 'reset-google@example.com', password: 'a new long password' }))
          .statusCode,
      ).toBe(200);
      expect((await browser.mailsTo('reset-google@example.com')).at(-1)?.text).toContain(
        'Google was disconnected from your account.',
      );
      const attacker = newVisitor();
      expect((await signIn(attacker, 'attacker-at-google@example.com')).headers.location).toBe('/');
      expect((await attacker.get('/me')).json().user.email).toBe('attacker-at-google@example.com');
    });

    test('an account that was made with Google keeps it when a first password is set, and its owner reads that', async () => {
      const owner = newVisitor('198.51.100.202');
      await signIn(owner, 'made-with-google@example.com');
      await owner.get('/me'); // the token for unsafe calls
      expect((await owner.post('/me/google/disconnect', { current_password: 'x' })).json().code).toBe(
        'GOOGLE_IS_THE_ONLY_WAY',
      );
      const { user_id } = (await owner.post('/forgot-password', { email: 'made-with-google@example.com' })).json();
      await owner.post('/verify-reset-otp', { user_id, otp: await owner.codeFor('made-with-google@example.com') });
      expect(
        (
          await owner.post('/reset-password', {
            email: 'made-with-google@example.com',
            password: 'a first long password',
          })
        ).statusCode,
      ).toBe(200);
      expect((await owner.mailsTo('made-with-google@example.com')).at(-1)?.text).toContain(
        'You can also still log in with Google.',
      );
      owner.token = undefined;
      await signIn(owner, 'made-with-google@example.com');
      expect(await waysOf(owner)).toEqual({ password: true, google: true });
    });

    test('a flow ends in the session that began it, and not after a change of password or in another account', async () => {
      const owner = await registered('flow-owner@example.com');
      const location = await signInAtProvider(
        (await beginConnect(owner)).json<{ url: string }>().url,
        'flow-at-google@example.com',
      );
      const flow = owner.cookies.get('google_flow') ?? '';
      const other = await registered('flow-other@example.com');
      other.cookies.set('google_flow', flow);
      expect((await back(other, location)).headers.location).toBe('/account?google=failed');
      expect(
        (await owner.post('/me/password', { current_password: PASSWORD, password: 'changed in between' })).statusCode,
      ).toBe(200);
      expect((await back(owner, location)).headers.location).toBe('/account?google=failed');
      expect(await waysOf(owner)).toEqual({ password: true, google: false });
      expect(await waysOf(other)).toEqual({ password: true, google: false });
    });

    test('a flow that is at the provider while its owner logs out everywhere, or resets the password, connects nothing', async () => {
      const owner = await registered('in-flight@example.com');
      const location = await signInAtProvider(
        (await beginConnect(owner)).json<{ url: string }>().url,
        'thief-at-google@example.com',
      );
      provider.process.kill('SIGSTOP'); // the exchange of the code takes as long as this test likes
      const returned = back(owner, location);
      const elsewhere = newVisitor('198.51.100.203');
      await elsewhere.login('in-flight@example.com');
      expect((await elsewhere.delete('/sessions')).statusCode).toBe(200);
      provider.process.kill('SIGCONT');
      expect((await returned).headers.location).toBe('/account?google=failed');
      const thief = newVisitor();
      await signIn(thief, 'thief-at-google@example.com');
      expect((await thief.get('/me')).json().user.email).toBe('thief-at-google@example.com');
    });

    test('another signed cookie of the shop is not accepted as a flow', async () => {
      const guest = newVisitor('198.51.100.204');
      await guest.post(
        '/orders',
        anOrderBody({ billing: { ...anOrderBody().billing, email: 'a-guest@example.com' } }),
        { headers: { 'idempotency-key': newKey() } },
      );
      guest.cookies.set('google_flow', guest.cookies.get('guest_orders') ?? 'none');
      expect((await guest.get('/auth/google/callback?code=x&state=y')).headers.location).toBe(
        '/auth/login?google=failed',
      );
    });

    test('a sign-in that was begun signed out does not end in a session that was planted meanwhile', async () => {
      const victim = newVisitor();
      const location = await signInAtProvider(await start(victim), 'planted@example.com');
      const attacker = await registered('planter@example.com');
      victim.cookies.set('sid', attacker.cookies.get('sid') ?? '');
      expect((await back(victim, location)).headers.location).toBe('/auth/login?google=failed');
    });
  });

  test('the flow cookie is for this origin only', async () => {
    const secure = await buildTestApp(database, {
      publicUrl: 'https://shop.test',
      google: { clientId: 'shop', clientSecret: 'x', issuer: provider.issuer },
    });
    const answer = await new Visitor(secure, database).get('/auth/google');
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: '__Host-google_flow', secure: true, httpOnly: true, path: '/', sameSite: 'Lax' }),
    ]);
    await secure.close();
  });

  test('an address that the provider has not verified opens nothing', async () => {
    const visitor = newVisitor();
    expect((await signIn(visitor, 'unverified@example.com')).headers.location).toBe(
      '/auth/login?google=address-unverified',
    );
    expect(visitor.cookies.has('sid')).toBe(false);
  });

  test('an answer without its flow, with another state, or used twice signs nobody in', async () => {
    const visitor = newVisitor();
    const location = await signInAtProvider(await start(visitor), 'replay@example.com');
    const stranger = newVisitor();
    expect((await back(stranger, location)).headers.location).toBe('/auth/login?google=failed');
    const mixed = newVisitor();
    await start(mixed);
    expect((await back(mixed, location)).headers.location).toBe('/auth/login?google=failed');

    const flow = visitor.cookies.get('google_flow') ?? '';
    expect((await back(visitor, location)).headers.location).toBe('/');
    const replayed = newVisitor();
    replayed.cookies.set('google_flow', flow);
    expect((await back(replayed, location)).headers.location).toBe('/auth/login?google=failed');
    expect(replayed.cookies.has('sid')).toBe(false);
  });

  test('another site cannot start it, and a forged flow is not read', async () => {
    expect((await newVisitor().get('/auth/google', { headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(
      403,
    );
    const visitor = newVisitor();
    visitor.cookies.set(
      'google_flow',
      `${Buffer.from(JSON.stringify({ state: 's', nonce: 'n', verifier: 'v', returnTo: '/' })).toString('base64url')}.forged`,
    );
    expect((await visitor.get('/auth/google/callback?code=x&state=s')).headers.location).toBe(
      '/auth/login?google=failed',
    );
  });

  test('an unreachable provider is reported, and retried by the next sign-in', async () => {
    const lonely = await buildTestApp(database, {
      google: { clientId: 'shop', clientSecret: 'x', issuer: 'http://localhost:1' },
    });
    const visitor = new Visitor(lonely, database);
    expect((await visitor.get('/auth/google')).headers.location).toBe('/auth/login?google=unavailable');
    await lonely.close();
  });

  test('a shop without Google credentials reports that', async () => {
    const without = await buildTestApp(database);
    const visitor = new Visitor(without, database);
    expect((await visitor.get('/auth/options')).json()).toMatchObject({ google: false });
    expect((await visitor.get('/auth/google')).statusCode).toBe(503);
    await without.close();
    expect((await newVisitor().get('/auth/options')).json()).toMatchObject({ google: true });
  });
});
