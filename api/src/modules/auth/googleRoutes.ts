import { safeReturnPath } from '@shop/shared/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '../../http/ShopError';
import type { AuthWorld } from './AuthWorld';
import { GoogleSignIn, type OidcFlow } from './GoogleSignIn';
import { readVisitor } from './sessions';
import { connectGoogle, signInWithGoogle, type GoogleOutcome } from './signInWithGoogle';

const FLOW_COOKIE = 'google_flow';
const FLOW_PATH = '/api/auth/google';
const FLOW_LIFETIME_S = 600;

interface Flow extends OidcFlow {
  readonly remember: boolean;
  /** From the account's page: connects instead of signing in. */
  readonly connect: boolean;
  readonly returnTo: string;
}

const isFlow = (value: unknown): value is Flow =>
  typeof value === 'object' && value !== null && ['state', 'nonce', 'verifier', 'returnTo'].every((field) => typeof Reflect.get(value, field) === 'string');

const readFlow = (request: FastifyRequest): Flow | undefined => {
  const { valid, value } = request.unsignCookie(request.cookies[FLOW_COOKIE] ?? '');
  if (!valid || !value) return undefined;
  const flow: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
  return isFlow(flow) ? flow : undefined;
};

/** A page says in its own words what happened; the URL carries only which of them. */
const failurePage = (flow: Pick<Flow, 'connect'> | undefined, outcome: GoogleOutcome | 'failed' | 'unavailable'): string =>
  `${flow?.connect ? '/account' : '/auth/login'}?google=${outcome}`;

/** Google by OpenID Connect: two plain navigations, out and back. */
export const googleRoutes = (app: FastifyInstance, world: AuthWorld): void => {
  const { google, publicUrl, production } = world.config;
  const client = google && new GoogleSignIn(google, new URL(`${FLOW_PATH}/callback`, publicUrl).href, !production);
  const secure = publicUrl.startsWith('https:');
  const leave = (reply: FastifyReply, to: string): FastifyReply => reply.header('cache-control', 'no-store').redirect(to, 303);

  app.get<{ Querystring: { remember?: string; connect?: string; next?: string } }>(
    FLOW_PATH,
    { schema: { summary: 'Sends the browser to Google to sign in; or, with connect=1, to connect Google to the account.', response: {} } },
    async (request, reply) => {
      if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
      const { remember, connect, next } = request.query;
      // Another site may not start a flow in the shopper's name.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ShopError('FORBIDDEN_ORIGIN');
      const wanted = { remember: remember === '1', connect: connect === '1', returnTo: safeReturnPath(next, connect === '1' ? '/account' : '/') };
      try {
        const { url, flow } = await client.begin();
        const kept: Flow = { ...flow, ...wanted };
        reply.setCookie(FLOW_COOKIE, Buffer.from(JSON.stringify(kept)).toString('base64url'), {
          signed: true, httpOnly: true, sameSite: 'lax', path: FLOW_PATH, maxAge: FLOW_LIFETIME_S, secure,
        });
        return await leave(reply, url);
      } catch (error) {
        request.log.warn({ err: { name: error instanceof Error ? error.name : 'unknown' } }, 'the OpenID provider cannot be reached');
        return leave(reply, failurePage(wanted, 'unavailable'));
      }
    },
  );

  app.get(`${FLOW_PATH}/callback`, { schema: { summary: 'Where Google sends the browser back to.', response: {} } }, async (request, reply) => {
    if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
    const flow = readFlow(request);
    reply.clearCookie(FLOW_COOKIE, { path: FLOW_PATH });
    if (!flow) return leave(reply, failurePage(undefined, 'failed'));
    try {
      const profile = await client.complete(new URL(request.url, publicUrl).search, flow);
      const visitor = flow.connect ? await readVisitor(world, request) : undefined;
      if (flow.connect && !visitor) return leave(reply, '/auth/login?next=%2Faccount');
      const outcome = visitor ? await connectGoogle(world, visitor, profile) : await signInWithGoogle(world, { request, reply }, profile, flow.remember);
      return leave(reply, outcome === 'signed-in' || outcome === 'connected' ? flow.returnTo : failurePage(flow, outcome));
    } catch (error) {
      request.log.warn({ err: { name: error instanceof Error ? error.name : 'unknown', code: error instanceof Error && 'code' in error ? error.code : undefined } }, 'a Google sign-in failed');
      return leave(reply, failurePage(flow, 'failed'));
    }
  });
};
