import {
  connectGoogle as connectGoogleEndpoint,
  disconnectGoogle as disconnectGoogleEndpoint,
  safeReturnPath,
} from '@shop/shared/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { ownerLane, requireAccount, requireCurrentPassword } from './changeAccount';
import { clearFlowCookie, readFlowCookie, setFlowCookie } from './cookies';
import { disconnectGoogle } from './disconnectGoogle';
import { GoogleSignIn, type OidcFlow } from './GoogleSignIn';
import { readVisitor, requireSession } from './sessions';
import { connectGoogle, signInWithGoogle, type GoogleOutcome } from './signInWithGoogle';

const FLOW_PATH = '/api/auth/google';

interface Flow extends OidcFlow {
  readonly remember: boolean;
  /** From the account's page: connects instead of signing in. */
  readonly connect: boolean;
  readonly returnTo: string;
  /**
   * The session that began the flow, '' for none: only that one may end it. A change of password or address renews it.
   */
  readonly sessionId: string;
}

const isFlow = (value: unknown): value is Flow =>
  typeof value === 'object' &&
  value !== null &&
  ['state', 'nonce', 'verifier', 'returnTo', 'sessionId'].every(
    (field) => typeof Reflect.get(value, field) === 'string',
  );

const readFlow = (context: AppContext, request: FastifyRequest): Flow | undefined => {
  const value = readFlowCookie(context, request);
  if (value === undefined) return undefined;
  try {
    const flow: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    return isFlow(flow) ? flow : undefined;
  } catch {
    return undefined; // another cookie of the shop: signatures do not say which one they are of
  }
};

/** A page says in its own words what happened; the URL carries only which of them. */
const failurePage = (
  flow: Pick<Flow, 'connect'> | undefined,
  outcome: GoogleOutcome | 'failed' | 'unavailable',
): string => `${flow?.connect ? '/account' : '/auth/login'}?google=${outcome}`;

const logProviderFailure = (request: FastifyRequest, error: unknown, sentence: string): void => {
  request.log.warn(
    {
      err: {
        name: error instanceof Error ? error.name : 'unknown',
        code: error instanceof Error && 'code' in error ? error.code : undefined,
      },
    },
    sentence,
  );
};

/**
 * Google by OpenID Connect: plain navigations, out and back. To connect it to an account, a call with the password
 * comes first.
 */
export const googleRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { google, publicUrl, production } = context.config;
  const client = google && new GoogleSignIn(google, new URL(`${FLOW_PATH}/callback`, publicUrl).href, !production);
  const leave = (reply: FastifyReply, to: string): FastifyReply =>
    reply.header('cache-control', 'no-store').redirect(to, 303);

  /** Returns where to send the browser; the flow goes along in its cookie. */
  const begin = async (
    reply: FastifyReply,
    provider: GoogleSignIn,
    wanted: Omit<Flow, keyof OidcFlow>,
  ): Promise<string> => {
    const { url, flow } = await provider.begin();
    const whole: Flow = { ...flow, ...wanted };
    setFlowCookie(context, reply, Buffer.from(JSON.stringify(whole)).toString('base64url'));
    return url;
  };

  app.get<{ Querystring: { remember?: string; next?: string; connect?: string } }>(
    FLOW_PATH,
    { schema: { summary: 'Sends the browser to Google to sign in.', response: {} } },
    async (request, reply) => {
      if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
      const { remember, next, connect } = request.query;
      // Pages of an earlier release connected Google by a link: it asked for no password, and must not sign in instead.
      if (connect !== undefined) return leave(reply, failurePage({ connect: true }, 'failed'));
      // Another site may not start a flow in the shopper's name.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ShopError('FORBIDDEN_ORIGIN');
      try {
        const sessionId = (await readVisitor(context, request))?.sessionId ?? '';
        return await leave(
          reply,
          await begin(reply, client, {
            remember: remember === '1',
            connect: false,
            returnTo: safeReturnPath(next, '/'),
            sessionId,
          }),
        );
      } catch (error) {
        logProviderFailure(request, error, 'the OpenID provider cannot be reached');
        return leave(reply, failurePage(undefined, 'unavailable'));
      }
    },
  );

  route(
    app,
    connectGoogleEndpoint,
    'private',
  )(async ({ body }, exchange) => {
    const visitor = await requireSession(context, exchange.request, exchange.reply);
    if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
    const account = await requireAccount(context, visitor);
    await context.hasher.admit(ownerLane(context, exchange, account), (hashing) =>
      requireCurrentPassword(context, hashing, exchange, visitor, account, body.current_password),
    );
    try {
      const url = await begin(exchange.reply, client, {
        remember: false,
        connect: true,
        returnTo: '/account',
        sessionId: visitor.sessionId,
      });
      return { status: true, message: 'Go on at Google.', url };
    } catch (error) {
      logProviderFailure(exchange.request, error, 'the OpenID provider cannot be reached');
      throw new ShopError('GOOGLE_UNREACHABLE');
    }
  });

  route(
    app,
    disconnectGoogleEndpoint,
    'private',
  )(async ({ body }, exchange) =>
    disconnectGoogle(context, exchange, await requireSession(context, exchange.request, exchange.reply), body),
  );

  app.get(
    `${FLOW_PATH}/callback`,
    { schema: { summary: 'Where Google sends the browser back to.', response: {} } },
    async (request, reply) => {
      if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
      const flow = readFlow(context, request);
      clearFlowCookie(context, reply);
      if (!flow) return leave(reply, failurePage(undefined, 'failed'));
      try {
        const visitor = await readVisitor(context, request);
        if (flow.connect && !visitor) return leave(reply, '/auth/login?next=%2Faccount');
        if (flow.sessionId !== (visitor?.sessionId ?? '')) return leave(reply, failurePage(flow, 'failed'));
        const profile = await client.complete(new URL(request.url, publicUrl).search, flow);
        const outcome =
          flow.connect && visitor
            ? await connectGoogle(context, visitor, profile)
            : await signInWithGoogle(context, { request, reply }, profile, flow.remember);
        return leave(
          reply,
          outcome === 'signed-in' || outcome === 'connected' ? flow.returnTo : failurePage(flow, outcome),
        );
      } catch (error) {
        logProviderFailure(request, error, 'a Google sign-in failed');
        return leave(reply, failurePage(flow, 'failed'));
      }
    },
  );
};
