import type { RemoteId } from '@shop/runtime/remotes';
import type { NodeBuild } from '@shop/runtime/server';
import type { FastifyInstance } from 'fastify';
import type { LiveComposition, LocalRelease } from '../releases/LiveComposition';
import type { RenderPool } from './RenderPool';

const toNodeBuilds = (remote: RemoteId, shown: LocalRelease | undefined): NodeBuild[] =>
  shown ? [{ remote, version: shown.release.version, entry: shown.nodeEntry }] : [];

/** Starts renderers for what is live, so that the first page of a release does not wait for its process. */
export const followReleases = (
  app: FastifyInstance,
  live: Pick<LiveComposition, 'getReleases' | 'onChange'>,
  renderer: Pick<RenderPool, 'follow'>,
): void => {
  const follow = async (): Promise<void> => {
    const releases = [...(await live.getReleases())];
    await renderer.follow(
      releases.flatMap(([id, remote]) => [...toNodeBuilds(id, remote.live), ...toNodeBuilds(id, remote.canary)]),
      releases.flatMap(([id, { previous }]) => toNodeBuilds(id, previous)),
    );
  };
  const followInBackground = (): void =>
    void follow().catch((error: unknown) => app.log.error({ error: String(error) }, 'renderers could not be started'));
  live.onChange(followInBackground);
  app.addHook('onReady', async () => followInBackground());
};
