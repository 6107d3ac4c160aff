import fs from 'node:fs';
import rateLimit from '@fastify/rate-limit';
import { toCaller, createDirectAccess, RegistryError, registryRoutes, type Bearer } from '@shop/registry';
import { isStorageUnavailable } from '@shop/server-kit/storage/isStorageUnavailable';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { HostAssets } from '../HostAssets';
import { getSiteOrigin } from '../pages/servePages';
import type { ReleaseServices } from '../releases/releaseServices';
import { requireSameOrigin } from '../requireSameOrigin';
import { actions } from './actions';
import { buildDiscoveryDocument } from './buildDiscoveryDocument';
import { FieldsSchema, parseRemoteField, parseVersionField, type Fields } from './fields';
import { SignInPage, type Message } from './page/Document';
import { DiffPage } from './page/DiffPage';
import { FederationPage } from './page/FederationPage';
import { buildRemotePath, type Viewer } from './page/parts';
import { RemotePage } from './page/RemotePage';
import { SignInAgainPage } from './page/SignInAgainPage';
import { readChanges, readHealth, readOverview } from './readOverview';
import { readRemoteDetails } from './readRemoteDetails';
import { readPageFiles } from './readPageFiles';
import { openSessions } from './sessions';

const PAGES_PATH = '/federation';
const STYLES_PATH = '/federation/federation.css';
const FONT_CACHE_CONTROL = 'public, max-age=31536000, immutable';
const TOO_MANY_SIGN_INS = 'Too many sign-ins. Try again in a minute.';
const UNKNOWN_TOKEN = 'This token is unknown or has been revoked.';
const MAX_REQUESTS_PER_MINUTE = 300;
const MAX_SIGN_INS_PER_MINUTE = 10;
/** An operator has to free disk space first. */
const RETRY_AFTER_S = '10';

interface FederationSettings {
  readonly assets: HostAssets;
  /** Requires a session to view the pages. */
  readonly production: boolean;
  /** Public URL for links to copy. When undefined, the request's origin is used. */
  readonly publicUrl?: string | undefined;
  /** Origin of these pages, if they have one of their own. They then use files of the host's build directly. */
  readonly own?: { readonly url: string; readonly hostDist: string } | undefined;
}

interface PageResult {
  readonly status?: number;
  readonly message?: Message;
  readonly remote?: RemoteId | undefined;
  /** Who has just signed in. By default, whoever has the session. */
  readonly bearer?: Bearer;
}

const toViewer = (bearer: Bearer): Viewer => ({
  name: bearer.name,
  isOperator: bearer.isOperator,
  canChange: (remote) => bearer.isOperator || bearer.remotes.includes(remote),
});

/** Only the first value of each query parameter counts. */
const readQuery = ({ url }: FastifyRequest): Fields =>
  Object.fromEntries([...new URL(url, 'http://localhost').searchParams].reverse());

/** Returns the fields of a form. JSON bodies can have any shape, so anything else counts as no fields. */
const readFields = ({ body }: FastifyRequest): Fields => (Check(FieldsSchema, body) ? body : {});

/** /federation: the operator pages, the registry's HTTP API and the discovery document. */
export const federationRoutes = async (
  app: FastifyInstance,
  services: ReleaseServices,
  { assets, production, publicUrl, own }: FederationSettings,
): Promise<void> => {
  const { css, hostStyles, fonts } = readPageFiles(assets, own?.hostDist);
  const styles = [...hostStyles, STYLES_PATH];
  const sessions = openSessions(services, own?.url);

  app.get('/.well-known/frontend-discovery.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .send(buildDiscoveryDocument(await services.live.getReleasesFor('shoppers'))),
  );

  await app.register(
    async (scope) => {
      await scope.register(rateLimit, { max: MAX_REQUESTS_PER_MINUTE, timeWindow: '1 minute' });
      await scope.register(
        async (api) => {
          // The limit has to run before the scope's authentication hook. Otherwise requests that it refuses would never
          // count.
          api.addHook('onRequest', api.rateLimit());
          await registryRoutes(api, services);
        },
        { prefix: '/api' },
      );
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 4_096 },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );

      const limitSignIns = scope.createRateLimit({ max: MAX_SIGN_INS_PER_MINUTE, timeWindow: '1 minute' });
      const sendPage = (reply: FastifyReply, status: number, page: ReactElement): FastifyReply =>
        reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(`<!doctype html>${renderToStaticMarkup(page)}`);

      const renderPage = async (
        request: FastifyRequest,
        remote: RemoteId | undefined,
        bearer: Bearer | undefined,
        message: Message | undefined,
      ): Promise<ReactElement> => {
        const now = new Date();
        const commonProps = { viewer: bearer && toViewer(bearer), styles, message };
        if (remote === undefined) {
          const shopUrl = own ? getSiteOrigin(request, publicUrl) : '';
          const overview = await readOverview(services, now);
          return <FederationPage overview={overview} shopUrl={shopUrl} now={now} {...commonProps} />;
        }
        const { registry } = services;
        const [file, health] = await Promise.all([registry.readComposition(), readHealth(services, now)]);
        const page = Number.parseInt(readQuery(request)['page'] ?? '1', 10) || 1;
        const details = await readRemoteDetails(registry, file, health, remote, page, now);
        return <RemotePage details={details} changes={await readChanges(registry, file, remote)} {...commonProps} />;
      };

      /** Sends the page of one remote or of all. An unknown remote becomes an error on the page of all. */
      const respondWithPage = async (
        request: FastifyRequest,
        reply: FastifyReply,
        { status = 200, message, remote, bearer: given }: PageResult = {},
      ): Promise<FastifyReply> => {
        const bearer = given ?? (await sessions.read(request))?.bearer;
        if (!bearer && production)
          return sendPage(reply, status === 200 ? 401 : status, <SignInPage styles={styles} message={message} />);
        try {
          return sendPage(reply, status, await renderPage(request, remote, bearer, message));
        } catch (error) {
          if (!(error instanceof RegistryError) || remote === undefined) throw error;
          return sendPage(
            reply,
            404,
            await renderPage(request, undefined, bearer, { text: error.message, isError: true }),
          );
        }
      };

      /** Returns who makes a change: whoever has just signed in, or enters a token with it. */
      const authenticateChange = async (
        request: FastifyRequest,
        reply: FastifyReply,
        token: string | undefined,
      ): Promise<{ readonly bearer: Bearer } | { readonly status: number; readonly problem?: string }> => {
        if (token === undefined) {
          const session = await sessions.read(request);
          return session?.isFresh ? { bearer: session.bearer } : { status: 401 };
        }
        const limit = await limitSignIns(request);
        if (!limit.isAllowed && limit.isExceeded) return { status: 429, problem: TOO_MANY_SIGN_INS };
        const bearer = await sessions.start(request, reply, token);
        return bearer ? { bearer } : { status: 401, problem: UNKNOWN_TOKEN };
      };

      scope.setErrorHandler((error, _request, reply) => {
        if (!isStorageUnavailable(error)) return reply.send(error);
        return sendPage(
          reply.header('retry-after', RETRY_AFTER_S),
          503,
          <SignInPage
            styles={styles}
            message={{ text: 'The registry cannot save changes right now. Please try again.', isError: true }}
          />,
        );
      });

      scope.get('/federation.css', async (_request, reply) =>
        reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css),
      );
      scope.get<{ Params: { file: string } }>('/fonts/:file', async (request, reply) => {
        const file = fonts.get(request.params.file);
        if (file === undefined) return reply.callNotFound();
        return reply.header('cache-control', FONT_CACHE_CONTROL).type('font/woff2').send(fs.createReadStream(file));
      });
      scope.get('/', async (request, reply) => respondWithPage(request, reply));
      scope.get<{ Params: { remote: string } }>('/:remote', async (request, reply) => {
        const { remote } = request.params;
        return isRemoteId(remote) ? respondWithPage(request, reply, { remote }) : reply.callNotFound();
      });
      scope.get('/diff', async (request, reply) => {
        if (!(await sessions.read(request)) && production) return respondWithPage(request, reply);
        const { from, to, ...fields } = readQuery(request);
        try {
          const remote = parseRemoteField(fields);
          const { registry } = services;
          const [before, after] = await Promise.all([
            registry.readRelease(remote, parseVersionField(from)),
            registry.readRelease(remote, parseVersionField(to)),
          ]);
          const versions = (await registry.listReleases(remote)).map(({ version }) => version);
          return sendPage(reply, 200, <DiffPage from={before} to={after} versions={versions} styles={styles} />);
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return respondWithPage(request, reply, { status: 404, message: { text: error.message, isError: true } });
        }
      });

      scope.post(
        '/sign-in',
        { config: { rateLimit: { max: MAX_SIGN_INS_PER_MINUTE, timeWindow: '1 minute' } } },
        async (request, reply) => {
          requireSameOrigin(request, own?.url);
          const { token = '' } = readFields(request);
          if (await sessions.start(request, reply, token)) return reply.redirect('/federation', 303);
          return respondWithPage(request, reply, {
            status: 401,
            message: { text: UNKNOWN_TOKEN, isError: true },
          });
        },
      );
      scope.post('/sign-out', async (request, reply) => {
        requireSameOrigin(request, own?.url);
        sessions.end(request, reply);
        return reply.redirect('/federation', 303);
      });
      scope.post('/sign-out-everywhere', async (request, reply) => {
        requireSameOrigin(request, own?.url);
        await sessions.endAll(request, reply);
        return reply.redirect('/federation', 303);
      });
      scope.post<{ Params: { action: string } }>('/:action', async (request, reply) => {
        requireSameOrigin(request, own?.url);
        const { action } = request.params;
        const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
        if (!known) return reply.callNotFound();
        const { token, ...fields } = readFields(request);
        const { view = '' } = fields;
        const viewedRemote = isRemoteId(view) ? view : undefined;
        const caller = await authenticateChange(request, reply, token);
        if ('status' in caller) {
          const { status, problem } = caller;
          const page = (
            <SignInAgainPage
              action={action}
              description={known.describe(fields)}
              fields={fields}
              back={viewedRemote ? buildRemotePath(viewedRemote) : PAGES_PATH}
              styles={styles}
              message={problem === undefined ? undefined : { text: problem, isError: true }}
            />
          );
          return sendPage(reply, status, page);
        }
        const { bearer } = caller;
        try {
          const result = await known.run(
            createDirectAccess(services.registry, toCaller(bearer), {
              ramp: services.ramp,
              adminUrl: services.adminUrl,
            }),
            fields,
          );
          const message =
            typeof result === 'string'
              ? { text: result, isError: false }
              : {
                  text: result.text,
                  isError: false,
                  link: { label: 'URL', href: new URL(result.path, getSiteOrigin(request, publicUrl)).href },
                };
          return await respondWithPage(request, reply, { message, remote: viewedRemote, bearer });
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return respondWithPage(request, reply, {
            status: 409,
            message: { text: error.message, isError: true },
            remote: viewedRemote,
            bearer,
          });
        }
      });
    },
    { prefix: '/federation' },
  );
};
