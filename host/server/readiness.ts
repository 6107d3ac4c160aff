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

/** Why this server cannot render the shop; nothing where it can. Anybody may read it: no paths are in it. */
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
    ...(canRender ? [] : ['The renderer does not start, or does not answer.']),
    ...(live.problem === undefined ? [] : [live.problem]),
    // Where others are shown the shop goes on without them, or with the release before.
    ...(shown.length === 0 ? live.unavailable.map((release) => `${release} cannot be read.`) : []),
    ...(shown.length > 0 || live.problem !== undefined || live.unavailable.length > 0
      ? []
      : ['No release is live: the registry is empty, or another than REGISTRY_DIR should name.']),
    ...unreadable.flat(),
  ];
};

/**
 * `/health`: this process runs. `/health/ready`: it renders the shop; else 503 with the reasons, which are logged when
 * they change.
 */
export const healthRoutes = (app: FastifyInstance, parts: ReadinessContext): void => {
  let checking: Promise<string[]> | undefined;
  let logged = '';
  // Those who ask at once share one check.
  const check = (): Promise<string[]> =>
    (checking ??= findProblems(parts).finally(() => {
      checking = undefined;
    }));

  app.get('/health', async () => ({ status: true }));
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reasons = app.draining.begun ? ['The server is about to end.'] : await check();
    if (!app.draining.begun && reasons.join(' ') !== logged) {
      logged = reasons.join(' ');
      if (reasons.length > 0) app.log.error({ reasons }, 'not ready');
    }
    return reasons.length === 0 ? { status: true } : reply.code(503).send({ status: false, reasons });
  });
};
