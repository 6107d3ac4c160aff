import fs from 'node:fs';
import path from 'node:path';
import rateLimit from '@fastify/rate-limit';
import {
  callerOf,
  DEFAULT_LINK_HOURS,
  directAccess,
  isStorageFull,
  RegistryError,
  registryRoutes,
  requireRights,
  type Bearer,
} from '@shop/federation/registry';
import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { HostAssets } from '../HostAssets';
import { siteOrigin } from '../pages/servePages';
import type { ReleaseServices } from '../releases/releaseServices';
import { discoveryDocument } from './discovery';
import { FieldsSchema, remoteField, versionField, type Fields, type PageAction } from './fields';
import { SignInPage, type Message } from './page/Document';
import { DiffPage } from './page/DiffPage';
import { FederationPage } from './page/FederationPage';
import type { Viewer } from './page/parts';
import { policyActions } from './policyActions';
import { RemotePage } from './page/RemotePage';
import { readChanges, readHealth, readOverview } from './readOverview';
import { readPolicies } from './readPolicies';
import { readRemoteDetails } from './readRemoteDetails';
import { endAllSessions, endSession, readSession, startSession } from './sessions';
import { readPeriod } from './trends/toSeries';

const STYLES_PATH = '/federation/federation.css';
const CALLS_A_MINUTE = 300;
const SIGN_INS_A_MINUTE = 10;
/** Until an operator may have made room. */
const RETRY_AFTER_S = '10';

interface Settings {
  readonly assets: HostAssets;
  /** Only who is signed in may look. */
  readonly production: boolean;
  /** The shop's address, for links to copy; else the one that this page was asked for by. */
  readonly publicUrl?: string | undefined;
}

const toViewer = (bearer: Bearer): Viewer => ({
  name: bearer.name,
  isOperator: bearer.isOperator,
  mayChange: (remote) => bearer.isOperator || bearer.remotes.includes(remote),
});

/** What each button does. */
const actions: Readonly<Record<string, PageAction>> = {
  ...policyActions,
  promote: async (access, fields) => {
    const [remote, version] = [remoteField(fields), versionField(fields['version'])];
    const { changed, waiting } = await access.promote({ [remote]: version });
    if (waiting)
      return `${remote} ${version} is not live yet: a second person approves it, until ${waiting.expiresAt}.`;
    return `${remote} ${version} is live${changed ? '.' : ', as before.'}`;
  },
  rollback: async (access, fields) => {
    const remote = remoteField(fields);
    return `${remote} is back at ${await access.rollback(remote, versionField(fields['to']))}.`;
  },
  'end-canary': async (access, fields) => {
    const remote = remoteField(fields);
    await access.endCanary(remote);
    return `${remote} has no canary any more.`;
  },
  'take-back': async (access, { id = '' }) => {
    await access.revertChange(id);
    return 'The change is taken back.';
  },
  link: async (access, fields) => {
    const [remote, version] = [remoteField(fields), versionField(fields['version'])];
    const query = await access.link(remote, version, DEFAULT_LINK_HOURS);
    const mount = (await access.releases(remote)).find((release) => release.version === version)?.mounts[0] ?? '/';
    return {
      text: `Whoever opens this address within ${DEFAULT_LINK_HOURS} hours sees ${remote} ${version} in their browser, with a badge that leads back.`,
      path: `${mount}?${query}`,
    };
  },
};

/** Of an address only the first value of each name is read. */
const readQuery = ({ url }: FastifyRequest): Fields =>
  Object.fromEntries([...new URL(url, 'http://localhost').searchParams].reverse());

/** The fields of a form; JSON, which the server can read too, may be anything. */
const readFields = ({ body }: FastifyRequest): Fields => (Check(FieldsSchema, body) ? body : {});

/** Other sites' forms press no buttons here; the cookie is not sent with them either. */
const requireOwnPage = (request: FastifyRequest): void => {
  const from = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwn =
    from === undefined
      ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
      : from === 'same-origin' || from === 'none';
  if (!isOwn)
    throw Object.assign(new RegistryError('forbidden', 'Only our own page may ask for this'), { statusCode: 403 });
};

/** /federation: the composition at a glance, its HTTP API, and what other tools read of it. */
export const federationRoutes = async (
  app: FastifyInstance,
  services: ReleaseServices,
  { assets, production, publicUrl }: Settings,
): Promise<void> => {
  const css = ['federation.css', 'plots.css']
    .map((file) => fs.readFileSync(path.join(__dirname, file), 'utf8'))
    .join('\n');
  const styles = [...assets.styles, STYLES_PATH];

  app.get('/.well-known/frontend-discovery.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(discoveryDocument(await services.live.current())),
  );

  await app.register(
    async (scope) => {
      await scope.register(rateLimit, { max: CALLS_A_MINUTE, timeWindow: '1 minute' });
      await scope.register(
        async (api) => {
          // A route's own limit comes after the hooks of its scope, one of which refuses whoever has no token: they
          // would never be counted.
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
        const shown = { viewer: bearer && toViewer(bearer), styles, message, period, now };
        if (remote === undefined)
          return (
            <FederationPage
              overview={await readOverview(services, period, now)}
              policies={await readPolicies(services.registry, bearer, now)}
              {...shown}
            />
          );
        const { registry } = services;
        const [file, hosts, counted] = await Promise.all([
          registry.composition(),
          registry.hosts(now),
          readHealth(services, now),
        ]);
        const details = await readRemoteDetails(
          services,
          file,
          counted,
          remote,
          Number.parseInt(page ?? '1', 10) || 1,
          period,
          now,
        );
        const live = [...(await services.live.current())].flatMap(([, releases]) =>
          releases.live ? [releases.live.release] : [],
        );
        return (
          <RemotePage
            details={details}
            changes={await readChanges(registry, file, remote)}
            hosts={hosts}
            live={live}
            {...shown}
          />
        );
      };

      /** The page of one remote, or of all; what there is not is told on the page of all. */
      const show = async (
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
        if (!isStorageFull(error)) return reply.send(error);
        return sendPage(
          reply.header('retry-after', RETRY_AFTER_S),
          503,
          <SignInPage
            styles={styles}
            message={{ text: 'The registry cannot write just now. Please try again.', isError: true }}
          />,
        );
      });

      scope.get('/federation.css', async (_request, reply) =>
        reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css),
      );
      scope.get('/', async (request, reply) => show(request, reply));
      scope.get<{ Params: { remote: string } }>('/:remote', async (request, reply) => {
        const { remote } = request.params;
        return isRemoteId(remote) ? show(request, reply, { remote }) : reply.callNotFound();
      });
      scope.get('/diff', async (request, reply) => {
        if (!(await readSession(services, request)) && production) return show(request, reply);
        const { from, to, ...fields } = readQuery(request);
        try {
          const remote = remoteField(fields);
          const { registry } = services;
          const [before, after] = await Promise.all([
            registry.release(remote, versionField(from)),
            registry.release(remote, versionField(to)),
          ]);
          const versions = (await registry.releases(remote)).map(({ version }) => version);
          return sendPage(reply, 200, <DiffPage from={before} to={after} versions={versions} styles={styles} />);
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return show(request, reply, { status: 404, message: { text: error.message, isError: true } });
        }
      });

      scope.post(
        '/sign-in',
        { config: { rateLimit: { max: SIGN_INS_A_MINUTE, timeWindow: '1 minute' } } },
        async (request, reply) => {
          requireOwnPage(request);
          const { token = '' } = readFields(request);
          if (await startSession(services, request, reply, token)) return reply.redirect('/federation', 303);
          return show(request, reply, {
            status: 401,
            message: { text: 'This token is not known, or not any more.', isError: true },
          });
        },
      );
      scope.post('/sign-out', async (request, reply) => {
        requireOwnPage(request);
        endSession(request, reply);
        return reply.redirect('/federation', 303);
      });
      scope.post('/sign-out-everywhere', async (request, reply) => {
        requireOwnPage(request);
        await endAllSessions(services, request, reply);
        return reply.redirect('/federation', 303);
      });
      scope.post<{ Params: { action: string } }>('/:action', async (request, reply) => {
        requireOwnPage(request);
        const { action } = request.params;
        const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
        if (!run) return reply.callNotFound();
        const bearer = await readSession(services, request);
        if (!bearer) return show(request, reply, { status: 401, message: { text: 'Sign in first.', isError: true } });
        const fields = readFields(request);
        const { view = '' } = fields;
        const there = isRemoteId(view) ? view : undefined;
        try {
          const { remote } = fields;
          if (remote !== undefined) requireRights(bearer, [remote]);
          const done = await run(
            directAccess(services.registry, callerOf(bearer), { ramp: services.ramp, webhooks: services.webhooks }),
            fields,
          );
          const message =
            typeof done === 'string'
              ? { text: done, isError: false }
              : {
                  text: done.text,
                  isError: false,
                  link: { label: 'Address', href: new URL(done.path, siteOrigin(request, publicUrl)).href },
                };
          return await show(request, reply, { message, remote: there });
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return show(request, reply, { status: 409, message: { text: error.message, isError: true }, remote: there });
        }
      });
    },
    { prefix: '/federation' },
  );
};
