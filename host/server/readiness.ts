import fs from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { RenderPool } from './pages/RenderPool';
import type { LiveComposition } from './releases/LiveComposition';

interface ReadinessContext {
  readonly live: Pick<LiveComposition, 'getReleases' | 'problem' | 'unavailable'>;
  readonly renderer: Pick<RenderPool, 'check'>;
}

const isReadable = (file: string): Promise<boolean> =>
  fs.access(file, fs.constants.R_OK).then(
    () => true,
    () => false,
  );

interface Readiness {
  /** Why this server cannot render the shop; empty if it can. */
  readonly reasons: readonly string[];
  /** What is wrong although it can: another server would do no better. */
  readonly warnings: readonly string[];
}

/** The response is public, so it contains no paths. */
const findProblems = async ({ live, renderer }: ReadinessContext): Promise<Readiness> => {
  const [releases, canRender] = await Promise.all([
    live.getReleases(),
    renderer.check().then(
      () => true,
      () => false,
    ),
  ]);
  const shown = [...releases].flatMap(([remote, { live: release }]) => (release ? [{ remote, ...release }] : []));
  const unreadable = await Promise.all(
    shown.map(async ({ remote, release, nodeEntry }) =>
      (await isReadable(nodeEntry)) ? [] : [`${remote} ${release.version} cannot be read.`],
    ),
  );
  const problems = live.problem === undefined ? [] : [live.problem];
  const reasons = [
    ...(canRender ? [] : ['The renderer does not start or does not respond.']),
    ...(shown.length === 0 ? problems : []),
    // If other remotes can be shown, the shop works without these or with their previous releases.
    ...(shown.length === 0 ? live.unavailable.map((release) => `${release} cannot be read.`) : []),
    ...(shown.length > 0 || live.problem !== undefined || live.unavailable.length > 0
      ? []
      : ['No release is live. The registry is empty, or REGISTRY_DIR names the wrong one.']),
    ...unreadable.flat(),
  ];
  return { reasons, warnings: shown.length === 0 ? [] : problems };
};

/**
 * `/health`: the process is alive. `/health/ready`: it can render the shop; otherwise 503 with the reasons. Reasons and
 * warnings are logged when they change.
 */
export const healthRoutes = (app: FastifyInstance, parts: ReadinessContext): void => {
  let checking: Promise<Readiness> | undefined;
  let logged = '';
  // Concurrent requests share one check.
  const check = (): Promise<Readiness> =>
    (checking ??= findProblems(parts).finally(() => {
      checking = undefined;
    }));

  app.get('/health', async () => ({ status: true }));
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.draining.started) return reply.code(503).send({ status: false, reasons: ['The server is shutting down.'] });
    const { reasons, warnings } = await check();
    const found = [...reasons, ...warnings].join(' ');
    if (found !== logged && found !== '')
      app.log.error({ reasons, warnings }, reasons.length > 0 ? 'not ready' : 'ready, with a problem');
    logged = found;
    if (reasons.length > 0) return reply.code(503).send({ status: false, reasons });
    return { status: true, ...(warnings.length > 0 ? { warnings } : {}) };
  });
};
