import { isSameOriginRequest } from '@shop/server-kit/http/isSameOriginRequest';
import { isRemoteId } from '@shop/runtime/remotes';
import { toNetworks } from '@shop/server-kit/http/toNetwork';
import { redactPersonalData } from '@shop/server-kit/observability/redactPersonalData';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import {
  MAX_MESSAGE_LENGTH,
  MAX_RELEASES_PER_VISIT,
  RUM_PATH,
  type RumReport,
  type ReleaseVisit,
  type RumVisit,
} from '../../src/rum/RumReport';
import { NetworkRates } from '@shop/server-kit/http/NetworkRates';
import type { ReleaseServices } from '../releases/releaseServices';
import type { HostMetrics } from '../observability/hostMetrics';
import { VisitLedger } from './VisitLedger';
import type { VisitTokens } from './visitTokens';

/** A visit's token lists every release of its page. */
const BODY_LIMIT_BYTES = 8_192;
const REPORTS = { perSecond: 1, burst: 60 };

const RemoteName = Type.String({ maxLength: 40, pattern: /^mfe-[a-z0-9-]+$/.source });
const ReleaseName = Type.String({ maxLength: 100, pattern: /^[\w.+-]+$/.source });
/** Unitless. Values above 1 count as 1. */
const LayoutShift = Type.Number({ minimum: 0, maximum: 100 });
const Milliseconds = Type.Union([Type.Integer({ minimum: 0, maximum: 600_000 }), Type.Null()]);

const Visit = Type.Object(
  {
    kind: Type.Literal('visit'),
    token: Type.String({ minLength: 1, maxLength: 6_000 }),
    releases: Type.Array(
      Type.Object(
        {
          remote: RemoteName,
          release: ReleaseName,
          first: Type.Boolean(),
          failed: Type.Boolean(),
          lcp: Milliseconds,
          inp: Milliseconds,
          cls: Type.Optional(LayoutShift),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_RELEASES_PER_VISIT },
    ),
  },
  { additionalProperties: false },
);

const Report = Type.Object(
  {
    kind: Type.Union((['load', 'render', 'error', 'damage'] as const).map((kind) => Type.Literal(kind))),
    remote: Type.Union([RemoteName, Type.Null()]),
    release: Type.Union([ReleaseName, Type.Null()]),
    message: Type.String({ maxLength: MAX_MESSAGE_LENGTH }),
    page: Type.String({ maxLength: 60, pattern: /^\/[\w-]*$/.source }),
    lastCall: Type.Optional(Type.String({ maxLength: 32, pattern: /^[0-9a-f]{32}$/.source })),
  },
  { additionalProperties: false },
);

const isReport = (body: unknown): body is RumReport => Check(Report, body);

/** A page sends one sample per release. */
const isVisit = (body: unknown): body is RumVisit =>
  Check(Visit, body) &&
  new Set(body.releases.map(({ remote, release }) => `${remote}@${release}`)).size === body.releases.length;

/**
 * Marks the release that failed on the server as failed, whatever the browser reports. If a stand-in replaced it, the
 * browser never loaded it, so it is added.
 */
const markFailedRelease = (visits: RumVisit['releases'], failed: string | undefined): RumVisit['releases'] => {
  if (failed === undefined) return visits;
  const isFailed = ({ remote, release }: ReleaseVisit): boolean => `${remote}@${release}` === failed;
  if (visits.some(isFailed)) return visits.map((visit) => (isFailed(visit) ? { ...visit, failed: true } : visit));
  const [remote = '', release = ''] = failed.split('@');
  return isRemoteId(remote)
    ? [...visits, { remote, release, first: true, failed: true, lcp: null, inp: null }]
    : visits;
};

interface RumContext {
  readonly live: Pick<ReleaseServices['live'], 'isShown' | 'isKnown'>;
  readonly health: Pick<ReleaseServices['health'], 'record'>;
  readonly metrics: HostMetrics;
  readonly visitTokens: Pick<VisitTokens, 'read'>;
}

/**
 * Receives reports of failures and visits from pages (security.md 3.5). They are validated, rate-limited by network,
 * and logged without personal data.
 */
export const rumRoutes = async (
  app: FastifyInstance,
  { live, health, metrics, visitTokens }: RumContext,
): Promise<void> => {
  const ledger = new VisitLedger();
  const rates = new NetworkRates(REPORTS);

  /**
   * Counts the new parts of a visit, for releases of its page that visitors may have. Returns false if the token is
   * invalid.
   */
  const countVisit = async ({ token, releases }: RumVisit, address: string): Promise<boolean> => {
    const page = await visitTokens.read(token);
    if (!page) return false;
    const now = new Date();
    const networks = toNetworks(address);
    const network = networks.at(-1)?.name;
    for (const { remote, release, ...reported } of markFailedRelease(releases, page.failed)) {
      const name = `${remote}@${release}`;
      if (!isRemoteId(remote) || !page.releases.has(name) || !live.isShown(remote, release)) continue;
      const sample = ledger.accept({
        networks,
        tokenId: page.id,
        release: name,
        sample: reported,
        now,
      });
      if (!sample) continue;
      health.record(remote, release, { ...sample, network }, now);
      metrics.recordVisit(remote, sample);
    }
    return true;
  };

  app.post(RUM_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const waitMs = rates.take(request.ip);
    if (waitMs > 0)
      return reply
        .code(429)
        .header('retry-after', Math.ceil(waitMs / 1_000))
        .send({ status: false, message: 'Too many reports.' });
    if (!isSameOriginRequest(request, () => true))
      return reply.code(403).send({ status: false, message: 'Only our own pages report here.' });
    const { body } = request;
    if (isVisit(body)) {
      if (!(await countVisit(body, request.ip)))
        return reply.code(403).send({ status: false, message: 'Only our own pages report here.' });
      metrics.rumReports.inc({ kind: 'visit' });
      return reply.code(204).send();
    }
    if (!isReport(body) || (body.remote !== null && !live.isKnown(body.remote)))
      return reply.code(400).send({ status: false, message: 'This is not a report.' });
    const { kind, remote, release, page, message, lastCall } = body;
    metrics.rumReports.inc({ kind });
    request.log.warn({ kind, remote, release, page, lastCall, message: redactPersonalData(message) }, 'a page failed');
    return reply.code(204).send();
  });
};
