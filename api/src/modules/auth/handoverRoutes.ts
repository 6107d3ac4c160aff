import { getStorefrontOrigin, isStorefrontId, toSafeReturnPath, type StorefrontId } from '@shop/shared/contracts';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addMs, MINUTE_MS } from '../../clock';
import { listOrigins, toShopAddress } from '../../http/origins';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import {
  clearHandoverCookie,
  readHandoverCookie,
  readSessionCookie,
  setHandoverCookie,
  setSessionCookie,
} from './cookies';
import { createSecret, hashSecret, seal, unseal } from './secrets';
import { getIdleCutoff } from './sessions';
import { deleteSessionBySecret, findLiveSession } from './sessionsRepository';

const PURPOSE = 'handover';
const LIFETIME_MS = MINUTE_MS;

/** What the host with the session gives to the other one, sealed. */
const Handover = Type.Object({
  /** The session's secret: both hosts have the same session, so that logging out ends it on both. */
  session: Type.String(),
  to: Type.String(),
  /** Hash of the secret in the cookie of the browser that asked. */
  challenge: Type.String(),
  expires: Type.Number(),
});

interface HandoverQuery {
  readonly from?: string;
  readonly to?: string;
  readonly path?: string;
  readonly challenge?: string;
  readonly session?: string;
}

/**
 * Brings a session from the host of one storefront to the host of another, by redirects of the page itself, so that
 * blocking third-party cookies does not matter (decision 0046): the new host asks (`/api/handover`), the old one gives
 * (`/give`), the new one takes (`/take`).
 */
export const handoverRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { config, database, clock } = context;
  const shop = toShopAddress(config);
  const origins = listOrigins(config);

  const findSession = async (secret: string | undefined) => {
    if (secret === undefined) return undefined;
    const now = clock.now();
    return findLiveSession(database, hashSecret(secret), now, getIdleCutoff(now));
  };
  const redirect = (reply: FastifyReply, to: string): FastifyReply =>
    reply
      .header('cache-control', 'no-store')
      // The page at the end learns from it that the visitor comes from the shop (host/src/handover).
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .redirect(to, 303);

  /** Links of other sites must not make a browser that is signed in here sign in there. */
  const isFromShop = ({ headers }: FastifyRequest): boolean => {
    const { referer = '', 'sec-fetch-site': site } = headers;
    return site === 'none' || (URL.canParse(referer) && origins.includes(new URL(referer).origin));
  };
  const readQuery = ({ query, headers }: FastifyRequest<{ Querystring: HandoverQuery }>) => {
    const { from, to, path, challenge = '', session = '' } = query;
    if (!config.hosts || !isStorefrontId(from) || !isStorefrontId(to)) throw new ShopError('NOT_FOUND');
    const isPage = (headers['sec-fetch-dest'] ?? 'document') === 'document';
    return { from, to, path: toSafeReturnPath(path, '/'), challenge, session, isPage };
  };
  const toUrl = (id: StorefrontId, path: string): string => getStorefrontOrigin(id, shop) + path;

  const addStep = (
    url: string,
    summary: string,
    step: (
      request: FastifyRequest,
      reply: FastifyReply,
      query: ReturnType<typeof readQuery>,
    ) => FastifyReply | Promise<FastifyReply>,
  ): void => {
    app.get<{ Querystring: HandoverQuery }>(
      url,
      { config: { auth: 'anyone' }, schema: { summary, response: {} } },
      async (request, reply) => {
        const query = readQuery(request);
        // Nothing for frames and scripts. Where service workers have no preload, pages look like scripts.
        if (!query.isPage) return redirect(reply, toUrl(query.to, query.path));
        return step(request, reply, query);
      },
    );
  };

  addStep(
    '/api/handover',
    'Opens a page on the host of another storefront: redirects the browser to fetch its session.',
    (request, reply, { from, to, path }) => {
      if (!isFromShop(request)) return redirect(reply, toUrl(to, path));
      // The same for all tabs that cross at once.
      const secret = readHandoverCookie(context, request) || createSecret();
      setHandoverCookie(context, reply, secret);
      const query = new URLSearchParams({ from, to, path, challenge: hashSecret(secret) });
      return redirect(reply, toUrl(from, `/api/handover/give?${query.toString()}`));
    },
  );

  addStep(
    '/api/handover/give',
    'Redirects the browser back with its session, sealed for the host that asked.',
    async (request, reply, { from, to, path, challenge }) => {
      const secret = readSessionCookie(context, request);
      if (secret === undefined || !(await findSession(secret))) return redirect(reply, toUrl(to, path));
      const handover = { session: secret, to, challenge, expires: addMs(clock.now(), LIFETIME_MS).getTime() };
      const query = new URLSearchParams({ from, to, path, session: seal(config, PURPOSE, JSON.stringify(handover)) });
      return redirect(reply, toUrl(to, `/api/handover/take?${query.toString()}`));
    },
  );

  addStep(
    '/api/handover/take',
    'Sets the session in the browser that asked for it, and opens the page.',
    async (request, reply, { to, path, session: sealed }) => {
      const asked = readHandoverCookie(context, request);
      const opened: unknown = JSON.parse(unseal(config, PURPOSE, sealed) ?? 'null');
      if (
        asked !== undefined &&
        Check(Handover, opened) &&
        opened.to === to &&
        opened.challenge === hashSecret(asked) &&
        opened.expires > clock.now().getTime()
      ) {
        clearHandoverCookie(context, reply);
        const session = await findSession(opened.session);
        const before = readSessionCookie(context, request);
        if (session && before !== opened.session) {
          if (before !== undefined) await deleteSessionBySecret(database, hashSecret(before));
          setSessionCookie(context, reply, opened.session, session.remembered);
        }
      }
      return redirect(reply, toUrl(to, path));
    },
  );
};
