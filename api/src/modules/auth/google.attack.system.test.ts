import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { ManagedProcess } from '@shop/server-kit/testing/ManagedProcess';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';

const ISSUER = /http:\/\/localhost:\d+/;
const CALLBACK = 'http://shop.test/api/auth/google/callback';

/** Starts a real OpenID provider in a separate process. */
const startProvider = async (): Promise<{ issuer: string; process: ManagedProcess }> => {
  const provider: ManagedProcess = new ManagedProcess({
    name: 'The provider',
    args: ['api/src/testing/oidcProvider.mjs', '0', CALLBACK],
    stdio: ['ignore', 'pipe', 'ignore'],
    isReady: () => ISSUER.test(provider.output),
  });
  await provider.start();
  return { issuer: ISSUER.exec(provider.output)?.[0] ?? '', process: provider };
};

/** Signs in at the provider like a browser, with cookies and redirects. Returns the URL that leads back to the shop. */
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
    else body = new URLSearchParams({ email }); // the sign-in page of the provider, which posts to its own URL
  }
  throw new Error('The provider never sent the browser back');
};

describe.each(databaseKinds)('Google sign-in on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let provider: { issuer: string; process: ManagedProcess };
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
    await provider.process.stop();
    await app.close();
    await database.close();
  });

  const newVisitor = (address?: string) => new Visitor(app, database, address);
  const startSignIn = async (visitor: Visitor, query = '') =>
    String((await visitor.get(`/auth/google${query}`)).headers.location);
  const followCallback = (visitor: Visitor, location: string) =>
    visitor.get(location.replace('http://shop.test/api', ''));
  /** Starts to connect Google from the account page, which requires the password. */
  const startConnecting = (visitor: Visitor, current_password = PASSWORD) =>
    visitor.post('/me/google', { current_password });
  const connect = async (visitor: Visitor, email: string) =>
    followCallback(
      visitor,
      await signInAtProvider((await startConnecting(visitor)).json<{ url: string }>().url, email),
    );
  const signIn = async (visitor: Visitor, email: string, query = '') =>
    followCallback(visitor, await signInAtProvider(await startSignIn(visitor, query), email));

  test('the first sign-in creates an account, and later ones open the same account', async () => {
    const visitor = newVisitor();
    const response = await signIn(visitor, 'grace@example.com', '?next=%2Forders');
    expect(response).toMatchObject({ statusCode: 303 });
    expect(response.headers.location).toBe('/orders');
    const me = (await visitor.get('/me')).json();
    expect(me).toMatchObject({
      user: { email: 'grace@example.com', name: 'Grace Hopper', is_verified: true },
      ways: { password: false, google: true },
    });
    const again = newVisitor();
    await signIn(again, 'grace@example.com', '?remember=1');
    expect((await again.get('/me')).json().user.id).toBe(me.user.id);
  });

  test('the authorization request carries PKCE, state and nonce', async () => {
    const url = new URL(await startSignIn(newVisitor()));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: CALLBACK,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
  });

  test('an existing account is not linked by email address; its owner connects Google on the account page (product 8.13)', async () => {
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

  test('a Google identity cannot be connected to a second account', async () => {
    await signIn(newVisitor(), 'first-owner@example.com');
    const other = newVisitor();
    await other.register('second-owner@example.com');
    expect((await connect(other, 'first-owner@example.com')).headers.location).toBe('/account?google=taken-by-other');
    expect((await other.get('/me')).json().ways.google).toBe(false);
  });

  describe('connecting and disconnecting', () => {
    const readSignInMethods = async (visitor: Visitor) => (await visitor.get('/me')).json<{ ways: unknown }>().ways;
    const registerAccount = async (email: string): Promise<Visitor> => {
      const visitor = newVisitor(`198.51.100.${(networks += 1)}`);
      await visitor.register(email);
      return visitor;
    };

    test('connecting requires the password, and the former link does not start it', async () => {
      const owner = await registerAccount('desk@example.com');
      const refused = await startConnecting(owner, 'not the password');
      expect(refused.statusCode).toBe(422);
      expect(refused.json().fields).toEqual({ current_password: 'This is not your current password.' });
      expect(owner.cookies.has('google_flow')).toBe(false);
      expect((await owner.get('/auth/google?connect=1')).headers.location).toBe('/account?google=failed');
      expect(await readSignInMethods(owner)).toEqual({ password: true, google: false });
    });

    test('the owner is notified by mail and can disconnect Google with the password (product 9.1)', async () => {
      const owner = await registerAccount('told@example.com');
      await connect(owner, 'told-at-google@example.com');
      expect((await owner.readMails('told@example.com')).at(-1)?.subject).toBe('Google was connected to your account');
      expect(await readSignInMethods(owner)).toEqual({ password: true, google: true });
      expect((await owner.post('/me/google/disconnect', { current_password: 'not the password' })).statusCode).toBe(
        422,
      );
      expect((await owner.post('/me/google/disconnect', { current_password: PASSWORD })).json().ways).toEqual({
        password: true,
        google: false,
      });
      expect((await owner.readMails('told@example.com')).at(-1)?.subject).toBe(
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

    test('a password reset disconnects Google, and the mail says so', async () => {
      const owner = await registerAccount('reset-google@example.com');
      await connect(owner, 'attacker-at-google@example.com');
      const browser = newVisitor('198.51.100.201');
      const { user_id } = (await browser.post('/forgot-password', { email: 'reset-google@example.com' })).json();
      now = new Date(now.getTime() + 61_000);
      await browser.post('/resend-otp', { user_id });
      await browser.post('/verify-reset-otp', { user_id, otp: await browser.readCode('reset-google@example.com') });
      expect(
        (await browser.post('/reset-password', { email: 'reset-google@example.com', password: 'a new long password' }))
          .statusCode,
      ).toBe(200);
      expect((await browser.readMails('reset-google@example.com')).at(-1)?.text).toContain(
        'Google was disconnected from your account.',
      );
      const attacker = newVisitor();
      expect((await signIn(attacker, 'attacker-at-google@example.com')).headers.location).toBe('/');
      expect((await attacker.get('/me')).json().user.email).toBe('attacker-at-google@example.com');
    });

    test('an account created with Google stays connected when a first password is set, and the mail says so', async () => {
      const owner = newVisitor('198.51.100.202');
      await signIn(owner, 'made-with-google@example.com');
      await owner.get('/me'); // the token for unsafe calls
      expect((await owner.post('/me/google/disconnect', { current_password: 'x' })).json().code).toBe(
        'GOOGLE_IS_THE_ONLY_WAY',
      );
      const { user_id } = (await owner.post('/forgot-password', { email: 'made-with-google@example.com' })).json();
      await owner.post('/verify-reset-otp', { user_id, otp: await owner.readCode('made-with-google@example.com') });
      expect(
        (
          await owner.post('/reset-password', {
            email: 'made-with-google@example.com',
            password: 'a first long password',
          })
        ).statusCode,
      ).toBe(200);
      expect((await owner.readMails('made-with-google@example.com')).at(-1)?.text).toContain(
        'You can also still log in with Google.',
      );
      owner.token = undefined;
      await signIn(owner, 'made-with-google@example.com');
      expect(await readSignInMethods(owner)).toEqual({ password: true, google: true });
    });

    test('a flow completes only in the session that started it, and not after the password changed', async () => {
      const owner = await registerAccount('flow-owner@example.com');
      const location = await signInAtProvider(
        (await startConnecting(owner)).json<{ url: string }>().url,
        'flow-at-google@example.com',
      );
      const flow = owner.cookies.get('google_flow') ?? '';
      const other = await registerAccount('flow-other@example.com');
      other.cookies.set('google_flow', flow);
      expect((await followCallback(other, location)).headers.location).toBe('/account?google=failed');
      expect(
        (await owner.post('/me/password', { current_password: PASSWORD, password: 'changed in between' })).statusCode,
      ).toBe(200);
      expect((await followCallback(owner, location)).headers.location).toBe('/account?google=failed');
      expect(await readSignInMethods(owner)).toEqual({ password: true, google: false });
      expect(await readSignInMethods(other)).toEqual({ password: true, google: false });
    });

    test('a flow in progress connects nothing after its owner has logged out everywhere', async () => {
      const owner = await registerAccount('in-flight@example.com');
      const location = await signInAtProvider(
        (await startConnecting(owner)).json<{ url: string }>().url,
        'thief-at-google@example.com',
      );
      provider.process.signal('SIGSTOP'); // pauses the exchange of the code
      const callback = followCallback(owner, location);
      const elsewhere = newVisitor('198.51.100.203');
      await elsewhere.login('in-flight@example.com');
      expect((await elsewhere.delete('/sessions')).statusCode).toBe(200);
      provider.process.signal('SIGCONT');
      expect((await callback).headers.location).toBe('/account?google=failed');
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

    test('a sign-in started while signed out fails if a session was planted meanwhile', async () => {
      const victim = newVisitor();
      const location = await signInAtProvider(await startSignIn(victim), 'planted@example.com');
      const attacker = await registerAccount('planter@example.com');
      victim.cookies.set('sid', attacker.cookies.get('sid') ?? '');
      expect((await followCallback(victim, location)).headers.location).toBe('/auth/login?google=failed');
    });
  });

  test('the flow cookie is for this origin only', async () => {
    const secure = await buildTestApp(database, {
      publicUrl: 'https://shop.test',
      google: { clientId: 'shop', clientSecret: 'x', issuer: provider.issuer },
    });
    const response = await new Visitor(secure, database).get('/auth/google');
    expect(response.cookies).toEqual([
      expect.objectContaining({ name: '__Host-google_flow', secure: true, httpOnly: true, path: '/', sameSite: 'Lax' }),
    ]);
    await secure.close();
  });

  test('an address that the provider has not verified is refused', async () => {
    const visitor = newVisitor();
    expect((await signIn(visitor, 'unverified@example.com')).headers.location).toBe(
      '/auth/login?google=address-unverified',
    );
    expect(visitor.cookies.has('sid')).toBe(false);
  });

  test('a callback without its flow, with another state, or used twice signs nobody in', async () => {
    const visitor = newVisitor();
    const location = await signInAtProvider(await startSignIn(visitor), 'replay@example.com');
    const stranger = newVisitor();
    expect((await followCallback(stranger, location)).headers.location).toBe('/auth/login?google=failed');
    const mixed = newVisitor();
    await startSignIn(mixed);
    expect((await followCallback(mixed, location)).headers.location).toBe('/auth/login?google=failed');

    const flow = visitor.cookies.get('google_flow') ?? '';
    expect((await followCallback(visitor, location)).headers.location).toBe('/');
    const replayed = newVisitor();
    replayed.cookies.set('google_flow', flow);
    expect((await followCallback(replayed, location)).headers.location).toBe('/auth/login?google=failed');
    expect(replayed.cookies.has('sid')).toBe(false);
  });

  test('another site cannot start a sign-in, and a forged flow cookie is refused', async () => {
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

  test('an unreachable provider is reported', async () => {
    const offline = await buildTestApp(database, {
      google: { clientId: 'shop', clientSecret: 'x', issuer: 'http://localhost:1' },
    });
    const visitor = new Visitor(offline, database);
    expect((await visitor.get('/auth/google')).headers.location).toBe('/auth/login?google=unavailable');
    await offline.close();
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
