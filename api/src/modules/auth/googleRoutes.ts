import {
  connectGoogle as connectGoogleEndpoint,
  disconnectGoogle as disconnectGoogleEndpoint,
  toSafeReturnPath,
} from '@shop/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { buildOwnerCaller, requireAccount, requireCurrentPassword } from './changeAccount';
import { clearFlowCookie, readFlowCookie, setFlowCookie } from './cookies';
import { disconnectGoogle } from './disconnectGoogle';
import { GoogleSignIn, type OidcFlow } from './GoogleSignIn';
import { readSession } from './sessions';
import { connectGoogle, signInWithGoogle, type GoogleOutcome } from './signInWithGoogle';

const FLOW_PATH = '/api/auth/google';

interface Flow extends OidcFlow {
  readonly remember: boolean;
  /** True to connect Google to the account instead of signing in. */
  readonly connect: boolean;
  readonly returnTo: string;
  /** The session that started the flow, or '': only it may complete the flow. Password and email changes replace it. */
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
    return undefined; // another signed cookie of the shop: a signature does not cover the cookie's name
  }
};

/** Returns the page that shows a failure, with the outcome as a query parameter. */
const buildFailureUrl = (
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

/** Routes of Google sign-in, which works by redirects. Connecting Google to an account first requires the password. */
export const googleRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { google, publicUrl, production } = context.config;
  const client = google && new GoogleSignIn(google, new URL(`${FLOW_PATH}/callback`, publicUrl).href, !production);
  const redirect = (reply: FastifyReply, to: string): FastifyReply =>
    reply.header('cache-control', 'no-store').redirect(to, 303);

  /** Sets the flow cookie and returns the URL to redirect to. */
  const startFlow = async (
    reply: FastifyReply,
    provider: GoogleSignIn,
    extras: Omit<Flow, keyof OidcFlow>,
  ): Promise<string> => {
    const { url, flow } = await provider.startFlow();
    const savedFlow: Flow = { ...flow, ...extras };
    setFlowCookie(context, reply, Buffer.from(JSON.stringify(savedFlow)).toString('base64url'));
    return url;
  };

  app.get<{ Querystring: { remember?: string; next?: string; connect?: string } }>(
    FLOW_PATH,
    { config: { access: 'anyone' }, schema: { summary: 'Redirects the browser to Google to sign in.', response: {} } },
    async (request, reply) => {
      if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
      const { remember, next, connect } = request.query;
      // Pages of a previous release connected Google by a link, without a password. It must not sign in instead.
      if (connect !== undefined) return redirect(reply, buildFailureUrl({ connect: true }, 'failed'));
      // Another site must not start a flow for the visitor.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ShopError('FORBIDDEN_ORIGIN');
      try {
        const sessionId = (await readSession(context, request))?.sessionId ?? '';
        return await redirect(
          reply,
          await startFlow(reply, client, {
            remember: remember === '1',
            connect: false,
            returnTo: toSafeReturnPath(next, '/'),
            sessionId,
          }),
        );
      } catch (error) {
        logProviderFailure(request, error, 'the OpenID provider cannot be reached');
        return redirect(reply, buildFailureUrl(undefined, 'unavailable'));
      }
    },
  );

  route(app, connectGoogleEndpoint, {
    summary:
      'Starts to connect Google, which requires the current password: the browser opens `url` and returns to /account.',
    cache: 'private',
  })(async ({ body }, request) => {
    if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
    const account = await requireAccount(context, request.session);
    await context.hasher.admit(buildOwnerCaller(context, request, account), (hashing) =>
      requireCurrentPassword(context, hashing, request, request.session, account, body.current_password),
    );
    try {
      const url = await startFlow(request.reply, client, {
        remember: false,
        connect: true,
        returnTo: '/account',
        sessionId: request.session.sessionId,
      });
      return { status: true, message: 'Continue at Google.', url };
    } catch (error) {
      logProviderFailure(request.request, error, 'the OpenID provider cannot be reached');
      throw new ShopError('GOOGLE_UNREACHABLE');
    }
  });

  route(app, disconnectGoogleEndpoint, {
    summary: 'Disconnects Google, which requires the current password.',
    cache: 'private',
  })(async ({ body }, request) => disconnectGoogle(context, request, request.session, body));

  app.get(
    `${FLOW_PATH}/callback`,
    {
      config: { access: 'anyone' },
      schema: { summary: 'Completes a sign-in: Google redirects the browser here.', response: {} },
    },
    async (request, reply) => {
      if (!client) throw new ShopError('GOOGLE_UNAVAILABLE');
      const flow = readFlow(context, request);
      clearFlowCookie(context, reply);
      if (!flow) return redirect(reply, buildFailureUrl(undefined, 'failed'));
      try {
        const session = await readSession(context, request);
        if (flow.connect && !session) return redirect(reply, '/auth/login?next=%2Faccount');
        if (flow.sessionId !== (session?.sessionId ?? '')) return redirect(reply, buildFailureUrl(flow, 'failed'));
        const profile = await client.completeFlow(new URL(request.url, publicUrl).search, flow);
        const outcome =
          flow.connect && session
            ? await connectGoogle(context, { request, reply }, session, profile)
            : await signInWithGoogle(context, { request, reply }, profile, flow.remember);
        return redirect(
          reply,
          outcome === 'signed-in' || outcome === 'connected' ? flow.returnTo : buildFailureUrl(flow, outcome),
        );
      } catch (error) {
        logProviderFailure(request, error, 'a Google sign-in failed');
        return redirect(reply, buildFailureUrl(flow, 'failed'));
      }
    },
  );
};
