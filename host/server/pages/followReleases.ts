import type { RemoteId } from '@shop/runtime/remotes';
import type { ServerRelease } from '@shop/runtime/server';
import type { FastifyInstance } from 'fastify';
import type { LiveComposition, LiveRemote } from '../releases/LiveComposition';
import type { RenderPool } from './RenderPool';

const toServerRelease = (remote: RemoteId, shown: LiveRemote | undefined): ServerRelease[] =>
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
      releases.flatMap(([id, remote]) => [
        ...toServerRelease(id, remote.live),
        ...toServerRelease(id, remote.canary?.remote),
      ]),
      releases.flatMap(([id, { previous }]) => toServerRelease(id, previous)),
    );
  };
  const followInBackground = (): void =>
    void follow().catch((error: unknown) => app.log.error({ error: String(error) }, 'renderers could not be started'));
  live.onChange(followInBackground);
  app.addHook('onReady', async () => followInBackground());
};
