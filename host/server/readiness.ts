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

/** Returns why this server cannot render the shop; empty if it can. The response is public, so it contains no paths. */
const findProblems = async ({ live, renderer }: ReadinessContext): Promise<string[]> => {
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
  return [
    ...(canRender ? [] : ['The renderer does not start or does not respond.']),
    ...(live.problem === undefined ? [] : [live.problem]),
    // If other remotes can be shown, the shop works without these or with their previous releases.
    ...(shown.length === 0 ? live.unavailable.map((release) => `${release} cannot be read.`) : []),
    ...(shown.length > 0 || live.problem !== undefined || live.unavailable.length > 0
      ? []
      : ['No release is live. The registry is empty, or REGISTRY_DIR names the wrong one.']),
    ...unreadable.flat(),
  ];
};

/**
 * `/health`: the process is alive. `/health/ready`: it can render the shop; otherwise 503 with the reasons, which are
 * logged when they change.
 */
export const healthRoutes = (app: FastifyInstance, parts: ReadinessContext): void => {
  let checking: Promise<string[]> | undefined;
  let logged = '';
  // Concurrent requests share one check.
  const check = (): Promise<string[]> =>
    (checking ??= findProblems(parts).finally(() => {
      checking = undefined;
    }));

  app.get('/health', async () => ({ status: true }));
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reasons = app.draining.started ? ['The server is shutting down.'] : await check();
    if (!app.draining.started && reasons.join(' ') !== logged) {
      logged = reasons.join(' ');
      if (reasons.length > 0) app.log.error({ reasons }, 'not ready');
    }
    return reasons.length === 0 ? { status: true } : reply.code(503).send({ status: false, reasons });
  });
};
