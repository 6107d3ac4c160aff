import fs from 'node:fs';
import path from 'node:path';
import rateLimit from '@fastify/rate-limit';
import { directAccess, isVersion, isStorageFull, RegistryError, registryRoutes, requireRights, type Bearer, type RegistryAccess } from '@shop/federation/registry';
import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { HostAssets } from '../HostAssets';
import type { ReleaseServices } from '../releases/releaseServices';
import { discoveryDocument } from './discovery';
import { SignInPage, type Message } from './page/Document';
import { FederationPage } from './page/FederationPage';
import type { Viewer } from './page/parts';
import { readOverview } from './readOverview';
import { endAllSessions, endSession, readSession, startSession } from './sessions';

const STYLES_PATH = '/federation/federation.css';
const CALLS_A_MINUTE = 300;
const SIGN_INS_A_MINUTE = 10;
/** Until an operator may have made room. */
const RETRY_AFTER_S = '10';

interface Settings {
  readonly assets: HostAssets;
  /** Only who is signed in may look. */
  readonly production: boolean;
}

const FieldsSchema = Type.Record(Type.String(), Type.String());
type Fields = Readonly<Static<typeof FieldsSchema>>;

const toViewer = (bearer: Bearer): Viewer => ({ name: bearer.name, mayChange: (remote) => bearer.isOperator || bearer.remotes.includes(remote) });

const remoteField = ({ remote = '' }: Fields): RemoteId => {
  if (isRemoteId(remote)) return remote;
  throw new RegistryError('invalid', `"${remote}" is no name of a remote`);
};
const versionField = (value: string | undefined): string => {
  if (value !== undefined && isVersion(value)) return value;
  throw new RegistryError('invalid', 'No version is named');
};

/** What each button does; answers what is told of it. */
const actions: Readonly<Record<string, (access: RegistryAccess, fields: Fields) => Promise<string>>> = {
  promote: async (access, fields) => {
    const [remote, version] = [remoteField(fields), versionField(fields['version'])];
    const { changed } = await access.promote({ [remote]: version });
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
  'take-back': async (access, { at = '' }) => {
    await access.takeBack(at);
    return 'The change is taken back.';
  },
};

/** The fields of a form; JSON, which the server can read too, may be anything. */
const readFields = ({ body }: FastifyRequest): Fields => (Check(FieldsSchema, body) ? body : {});

/** Other sites' forms press no buttons here; the cookie is not sent with them either. */
const requireOwnPage = (request: FastifyRequest): void => {
  const from = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwn = from === undefined ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host) : from === 'same-origin' || from === 'none';
  if (!isOwn) throw Object.assign(new RegistryError('forbidden', 'Only our own page may ask for this'), { statusCode: 403 });
};

/** /federation: the composition at a glance, its HTTP API, and what other tools read of it. */
export const federationRoutes = async (app: FastifyInstance, services: ReleaseServices, { assets, production }: Settings): Promise<void> => {
  const css = fs.readFileSync(path.join(__dirname, 'federation.css'), 'utf8');
  const styles = [...assets.styles, STYLES_PATH];

  app.get('/.well-known/frontend-discovery.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(discoveryDocument(await services.live.current())));

  await app.register(
    async (scope) => {
      await scope.register(rateLimit, { max: CALLS_A_MINUTE, timeWindow: '1 minute' });
      await scope.register(
        async (api) => {
          // A route's own limit comes after the hooks of its scope, one of which refuses whoever has no token: they would never be counted.
          api.addHook('onRequest', api.rateLimit());
          await registryRoutes(api, services);
        },
        { prefix: '/api' },
      );
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))));

      const sendPage = (reply: FastifyReply, status: number, page: ReactElement): FastifyReply =>
        reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(`<!doctype html>${renderToStaticMarkup(page)}`);

      const show = async (request: FastifyRequest, reply: FastifyReply, status = 200, message?: Message): Promise<FastifyReply> => {
        const bearer = await readSession(services, request);
        if (!bearer && production) return sendPage(reply, status === 200 ? 401 : status, <SignInPage styles={styles} message={message} />);
        const now = new Date();
        return sendPage(reply, status, <FederationPage overview={await readOverview(services, now)} viewer={bearer && toViewer(bearer)} styles={styles} message={message} now={now} />);
      };

      scope.setErrorHandler((error, _request, reply) => {
        if (!isStorageFull(error)) return reply.send(error);
        return sendPage(reply.header('retry-after', RETRY_AFTER_S), 503, <SignInPage styles={styles} message={{ text: 'The registry cannot write just now. Please try again.', isError: true }} />);
      });

      scope.get('/federation.css', async (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css));
      scope.get('/', async (request, reply) => show(request, reply));

      scope.post('/sign-in', { config: { rateLimit: { max: SIGN_INS_A_MINUTE, timeWindow: '1 minute' } } }, async (request, reply) => {
        requireOwnPage(request);
        const { token = '' } = readFields(request);
        if (await startSession(services, request, reply, token)) return reply.redirect('/federation', 303);
        return show(request, reply, 401, { text: 'This token is not known, or not any more.', isError: true });
      });
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
        if (!bearer) return show(request, reply, 401, { text: 'Sign in first.', isError: true });
        const fields = readFields(request);
        try {
          const { remote } = fields;
          if (remote !== undefined) requireRights(bearer, [remote]);
          const text = await run(directAccess(services.registry, bearer.name, (remotes) => requireRights(bearer, remotes)), fields);
          return await show(request, reply, 200, { text, isError: false });
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return show(request, reply, 409, { text: error.message, isError: true });
        }
      });
    },
    { prefix: '/federation' },
  );
};
