import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const CALLBACK = 'http://shop.test/api/auth/google/callback';

/** A real OpenID provider, as a process of its own. */
const startProvider = (): Promise<{ issuer: string; process: ChildProcess }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(__dirname, '../../testing/oidcProvider.mjs'), '0', CALLBACK], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.on('exit', (code) => reject(new Error(`The provider ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const issuer = /http:\/\/localhost:\d+/.exec(chunk.toString())?.[0];
      if (issuer) resolve({ issuer, process: child });
    });
  });

/** A browser at the provider: follows its redirects with its cookies until it is sent back to the shop. Answers where to. */
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
  beforeAll(async () => {
    [database, provider] = await Promise.all([openTestDatabase(kind), startProvider()]);
    app = await buildTestApp(database, { google: { clientId: 'shop', clientSecret: 'a secret between shop and provider', issuer: provider.issuer } });
  }, 60_000);
  afterAll(async () => {
    provider.process.removeAllListeners('exit');
    provider.process.kill();
    await app.close();
    await database.close();
  });

  const newVisitor = () => new Visitor(app, database);
  const start = async (visitor: Visitor, query = '') => String((await visitor.get(`/auth/google${query}`)).headers.location);
  const back = (visitor: Visitor, location: string) => visitor.get(location.replace('http://shop.test/api', ''));
  const signIn = async (visitor: Visitor, email: string, query = '') => back(visitor, await signInAtProvider(await start(visitor, query), email));

  test('a new shopper gets an account and is signed in, and the same one the next time', async () => {
    const visitor = newVisitor();
    const answer = await signIn(visitor, 'grace@example.com', '?next=%2Forders');
    expect(answer).toMatchObject({ statusCode: 303 });
    expect(answer.headers.location).toBe('/orders');
    const me = (await visitor.get('/me')).json();
    expect(me).toMatchObject({ user: { email: 'grace@example.com', name: 'Grace Hopper', is_verified: true }, ways: { password: false, google: true } });
    const again = newVisitor();
    await signIn(again, 'grace@example.com', '?remember=1');
    expect((await again.get('/me')).json().user.id).toBe(me.user.id);
  });

  test('what is asked of the provider carries PKCE, state and nonce', async () => {
    const url = new URL(await start(newVisitor()));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', redirect_uri: CALLBACK });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
  });

  test('an address that has an account is not linked: its owner connects it from inside', async () => {
    const owner = newVisitor();
    await owner.register('owned@example.com');
    const stranger = newVisitor();
    const refused = await signIn(stranger, 'owned@example.com');
    expect(refused.headers.location).toBe('/auth/login?google=address-taken');
    expect(stranger.cookies.has('sid')).toBe(false);

    const connected = await signIn(owner, 'owned@example.com', '?connect=1');
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
    expect((await signIn(other, 'first-owner@example.com', '?connect=1')).headers.location).toBe('/account?google=taken-by-other');
    expect((await other.get('/me')).json().ways.google).toBe(false);
  });

  test('an address that the provider has not verified opens nothing', async () => {
    const visitor = newVisitor();
    expect((await signIn(visitor, 'unverified@example.com')).headers.location).toBe('/auth/login?google=address-unverified');
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
    expect((await newVisitor().get('/auth/google?connect=1', { headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
    const visitor = newVisitor();
    visitor.cookies.set('google_flow', `${Buffer.from(JSON.stringify({ state: 's', nonce: 'n', verifier: 'v', returnTo: '/' })).toString('base64url')}.forged`);
    expect((await visitor.get('/auth/google/callback?code=x&state=s')).headers.location).toBe('/auth/login?google=failed');
  });

  test('a provider that does not answer is said, and asked again the next time', async () => {
    const lonely = await buildTestApp(database, { google: { clientId: 'shop', clientSecret: 'x', issuer: 'http://localhost:1' } });
    const visitor = new Visitor(lonely, database);
    expect((await visitor.get('/auth/google')).headers.location).toBe('/auth/login?google=unavailable');
    await lonely.close();
  });

  test('a shop that is not set up for it says so', async () => {
    const without = await buildTestApp(database);
    const visitor = new Visitor(without, database);
    expect((await visitor.get('/auth/options')).json()).toMatchObject({ google: false });
    expect((await visitor.get('/auth/google')).statusCode).toBe(503);
    await without.close();
    expect((await newVisitor().get('/auth/options')).json()).toMatchObject({ google: true });
  });
});
