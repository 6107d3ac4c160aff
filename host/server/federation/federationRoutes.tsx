import fs from 'node:fs';
import path from 'node:path';
import rateLimit from '@fastify/rate-limit';
import { isSameOriginRequest } from '@shop/server-kit/http/isSameOriginRequest';
import {
  toCaller,
  DEFAULT_LINK_HOURS,
  createDirectAccess,
  isStorageUnavailable,
  RegistryError,
  registryRoutes,
  type Bearer,
} from '@shop/registry';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { HostAssets } from '../HostAssets';
import { getSiteOrigin } from '../pages/servePages';
import type { ReleaseServices } from '../releases/releaseServices';
import { buildDiscoveryDocument } from './buildDiscoveryDocument';
import { FieldsSchema, parseRemoteField, parseVersionField, type Fields, type PageAction } from './fields';
import { SignInPage, type Message } from './page/Document';
import { DiffPage } from './page/DiffPage';
import { FederationPage } from './page/FederationPage';
import type { Viewer } from './page/parts';
import { RemotePage } from './page/RemotePage';
import { readChanges, readHealth, readOverview } from './readOverview';
import { readRemoteDetails } from './readRemoteDetails';
import { endAllSessions, endSession, readSession, startSession } from './sessions';
import { readPeriod } from './trends/toSeries';

const STYLES_PATH = '/federation/federation.css';
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
}

const toViewer = (bearer: Bearer): Viewer => ({
  name: bearer.name,
  isOperator: bearer.isOperator,
  canChange: (remote) => bearer.isOperator || bearer.remotes.includes(remote),
});

/** Handlers by form action. */
const actions: Readonly<Record<string, PageAction>> = {
  promote: async (access, fields) => {
    const [remote, version] = [parseRemoteField(fields), parseVersionField(fields['version'])];
    const { changed } = await access.promote({ set: { [remote]: version } });
    return `${remote} ${version} is ${changed ? 'now live' : 'already live'}.`;
  },
  rollback: async (access, fields) => {
    const remote = parseRemoteField(fields);
    const { version } = await access.rollBack({ remote, to: parseVersionField(fields['to']) });
    return `${remote} was rolled back to ${version}.`;
  },
  'end-canary': async (access, fields) => {
    const remote = parseRemoteField(fields);
    await access.endCanary({ remote });
    return `${remote} no longer has a canary.`;
  },
  revert: async (access, { id = '' }) => {
    await access.revertChange({ id });
    return 'The change was reverted.';
  },
  link: async (access, fields) => {
    const [remote, version] = [parseRemoteField(fields), parseVersionField(fields['version'])];
    const { query } = await access.createLink({ remote, version, hours: DEFAULT_LINK_HOURS });
    const mount =
      (await access.listReleases({ remote })).find((release) => release.version === version)?.mounts[0] ?? '/';
    return {
      text: `Anyone who opens this URL within ${DEFAULT_LINK_HOURS} hours sees ${remote} ${version} in their browser, with a link back to the live release.`,
      path: `${mount}?${query}`,
    };
  },
};

/** Only the first value of each query parameter counts. */
const readQuery = ({ url }: FastifyRequest): Fields =>
  Object.fromEntries([...new URL(url, 'http://localhost').searchParams].reverse());

/** Returns the fields of a form. JSON bodies can have any shape, so anything else counts as no fields. */
const readFields = ({ body }: FastifyRequest): Fields => (Check(FieldsSchema, body) ? body : {});

/** CSRF check, in addition to the SameSite cookie. */
const requireSameOrigin = (request: FastifyRequest): void => {
  if (!isSameOriginRequest(request, (origin) => URL.canParse(origin) && new URL(origin).host === request.host))
    throw Object.assign(new RegistryError('forbidden', 'Cross-site requests are not allowed'), { statusCode: 403 });
};

/** /federation: the operator pages, the registry's HTTP API and the discovery document. */
export const federationRoutes = async (
  app: FastifyInstance,
  services: ReleaseServices,
  { assets, production, publicUrl }: FederationSettings,
): Promise<void> => {
  const css = ['federation.css', 'plots.css']
    .map((file) => fs.readFileSync(path.join(__dirname, file), 'utf8'))
    .join('\n');
  const styles = [...assets.styles, STYLES_PATH];

  app.get('/.well-known/frontend-discovery.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(buildDiscoveryDocument(await services.live.getReleases())),
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
        const { days, page } = readQuery(request);
        const period = readPeriod(days);
        const commonProps = { viewer: bearer && toViewer(bearer), styles, message, period, now };
        if (remote === undefined)
          return <FederationPage overview={await readOverview(services, period, now)} {...commonProps} />;
        const { registry } = services;
        const [file, hosts, health] = await Promise.all([
          registry.readComposition(),
          registry.listHosts(now),
          readHealth(services, now),
        ]);
        const details = await readRemoteDetails(
          services,
          file,
          health,
          remote,
          Number.parseInt(page ?? '1', 10) || 1,
          period,
          now,
        );
        const live = [...(await services.live.getReleases())].flatMap(([, releases]) =>
          releases.live ? [releases.live.release] : [],
        );
        return (
          <RemotePage
            details={details}
            changes={await readChanges(registry, file, remote)}
            hosts={hosts}
            live={live}
            {...commonProps}
          />
        );
      };

      /** Sends the page of one remote or of all. An unknown remote becomes an error on the page of all. */
      const respondWithPage = async (
        request: FastifyRequest,
        reply: FastifyReply,
        { status = 200, message, remote }: { status?: number; message?: Message; remote?: RemoteId | undefined } = {},
      ): Promise<FastifyReply> => {
        const bearer = await readSession(services, request);
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
      scope.get('/', async (request, reply) => respondWithPage(request, reply));
      scope.get<{ Params: { remote: string } }>('/:remote', async (request, reply) => {
        const { remote } = request.params;
        return isRemoteId(remote) ? respondWithPage(request, reply, { remote }) : reply.callNotFound();
      });
      scope.get('/diff', async (request, reply) => {
        if (!(await readSession(services, request)) && production) return respondWithPage(request, reply);
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
          requireSameOrigin(request);
          const { token = '' } = readFields(request);
          if (await startSession(services, request, reply, token)) return reply.redirect('/federation', 303);
          return respondWithPage(request, reply, {
            status: 401,
            message: { text: 'This token is unknown or has been revoked.', isError: true },
          });
        },
      );
      scope.post('/sign-out', async (request, reply) => {
        requireSameOrigin(request);
        endSession(request, reply);
        return reply.redirect('/federation', 303);
      });
      scope.post('/sign-out-everywhere', async (request, reply) => {
        requireSameOrigin(request);
        await endAllSessions(services, request, reply);
        return reply.redirect('/federation', 303);
      });
      scope.post<{ Params: { action: string } }>('/:action', async (request, reply) => {
        requireSameOrigin(request);
        const { action } = request.params;
        const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
        if (!run) return reply.callNotFound();
        const bearer = await readSession(services, request);
        if (!bearer)
          return respondWithPage(request, reply, { status: 401, message: { text: 'Sign in first.', isError: true } });
        const fields = readFields(request);
        const { view = '' } = fields;
        const viewedRemote = isRemoteId(view) ? view : undefined;
        try {
          const result = await run(
            createDirectAccess(services.registry, toCaller(bearer), {
              ramp: services.ramp,
              webhooks: services.webhooks,
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
          return await respondWithPage(request, reply, { message, remote: viewedRemote });
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return respondWithPage(request, reply, {
            status: 409,
            message: { text: error.message, isError: true },
            remote: viewedRemote,
          });
        }
      });
    },
    { prefix: '/federation' },
  );
};
