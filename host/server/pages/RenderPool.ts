import type { RenderRequest, RenderResult } from '../../src/entry.server';
import { ReleaseCircuits } from './ReleaseCircuits';
import { PageError, Renderer, type RendererEvents, type RendererSettings } from './Renderer';

const RENDER_TIMEOUT_MS = 2_500;
/** Node cannot unload code, so a renderer is replaced after it has rendered this many different releases. */
const MAX_RELEASES_PER_RENDERER = 50;
/** A build that crashes on start is retried with exponential backoff, because each start takes a lot of CPU. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

export interface RenderPool {
  /** Rejects if the page throws (PageError) or times out. The caller then sends the client-rendered shell. */
  render(request: RenderRequest): Promise<RenderResult>;
  /** Rejects if a renderer does not respond or cannot load the host's build. */
  check(): Promise<void>;
  /** Replaces renderers, to unload releases that are no longer shown. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface RenderPoolEvents {
  /** Called for each renderer start. */
  readonly onStart?: () => void;
  /** Called for an error outside of any render, such as in a timer or an unhandled promise. */
  readonly onUncaughtError?: (error: Error) => void;
  /** Called when releases are isolated (`pausedMs` is 0) or one is paused, with the reason of the crash. */
  readonly onCrash?: (releases: readonly string[], reason: string, pausedMs: number) => void;
}

const isRenderResult = (value: unknown): value is RenderResult =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'page' || value.kind === 'redirect');

const endAfterDrain = (renderer: Renderer): void =>
  void setTimeout(() => void renderer.end(), RENDER_TIMEOUT_MS * 2).unref();

export const createRenderPool = (
  settings: RendererSettings,
  size: number,
  { onStart = () => undefined, onUncaughtError = () => undefined, onCrash = () => undefined }: RenderPoolEvents = {},
): RenderPool => {
  let closed = false;
  /** Shared renderers; undefined while a crashing build backs off. */
  const renderers: (Renderer | undefined)[] = [];
  /** One renderer for each isolated release. */
  const isolated = new Map<string, Renderer>();
  const circuits = new ReleaseCircuits();
  let nextIndex = 0;
  let pauseMs = 0;

  const startRenderer = (events: RendererEvents, isIsolated = false): Renderer => {
    onStart();
    return new Renderer({ ...settings, isApart: isIsolated }, events);
  };

  const replaceRenderer = (ended: Renderer): void => {
    const slot = renderers.indexOf(ended);
    if (slot < 0) return;
    pauseMs = ended.hasResponded ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, pauseMs * 2), MAX_PAUSE_MS);
    if (pauseMs === 0) return startSlot(slot);
    renderers[slot] = undefined;
    setTimeout(() => startSlot(slot), pauseMs).unref();
  };
  const sharedEvents: RendererEvents = {
    onUncaughtError,
    onLost(lost, releases, reason) {
      // A build that never responded is broken itself; no release is to blame.
      if (lost.hasResponded && releases.size > 0) {
        for (const release of releases) circuits.markSuspect(release);
        onCrash([...releases], reason, 0);
      }
      replaceRenderer(lost);
    },
  };
  const startSlot = (slot: number): void => {
    if (!closed) renderers[slot] = startRenderer(sharedEvents);
  };
  for (let slot = 0; slot < size; slot += 1) startSlot(slot);

  const getIsolatedRenderer = (release: string): Renderer => {
    const running = isolated.get(release);
    if (running) return running;
    const events: RendererEvents = {
      onUncaughtError,
      onLost(lost, releases, reason) {
        if (isolated.get(release) === lost) isolated.delete(release);
        if (releases.size > 0) onCrash([release], reason, circuits.pause(release, performance.now()));
      },
    };
    // Lower priority: a release that keeps crashing makes us start renderers repeatedly, which must not slow down other
    // pages.
    const renderer = startRenderer(events, true);
    isolated.set(release, renderer);
    return renderer;
  };

  const chooseRenderer = (release: string | undefined): Renderer | undefined => {
    const circuit = release === undefined ? 'shared' : circuits.getState(release, performance.now());
    if (release === undefined || circuit === 'shared') return renderers[nextIndex++ % renderers.length];
    if (circuit === 'paused') throw new PageError(`${release} crashed its renderer and is paused`);
    return getIsolatedRenderer(release);
  };

  const recycleIfFull = (renderer: Renderer): void => {
    const slot = renderers.indexOf(renderer);
    if (renderer.releases.size <= MAX_RELEASES_PER_RENDERER || slot < 0) return;
    startSlot(slot);
    endAfterDrain(renderer);
  };

  /** Returns a release to the shared renderer after enough pages without a crash. */
  const endIsolationIfTrusted = (release: string): void => {
    const renderer = isolated.get(release);
    if (!renderer || !circuits.recordPage(release)) return;
    isolated.delete(release);
    endAfterDrain(renderer);
  };

  const loadBuild = async (renderer: Renderer | undefined): Promise<void> => {
    if (!renderer) throw new Error('No renderer is available');
    if ((await renderer.send('load', RENDER_TIMEOUT_MS)) !== true)
      throw new Error("The host's build exports no renderPage");
  };

  return {
    async render(request) {
      const release = request.release ? `${request.release.remote}@${request.release.version}` : undefined;
      const renderer = chooseRenderer(release);
      if (!renderer) throw new Error('No renderer is available');
      if (renderer.isFull) throw new Error('The renderer queue is full');
      try {
        const result = await renderer.send(request, RENDER_TIMEOUT_MS, release);
        if (!isRenderResult(result)) throw new Error('The renderer returned no page');
        recycleIfFull(renderer);
        if (release !== undefined) endIsolationIfTrusted(release);
        return result;
      } catch (error) {
        void renderer.failIfHung();
        throw error;
      }
    },
    async check() {
      await Promise.all(renderers.map(loadBuild));
    },
    async renew() {
      await Promise.all(
        renderers.map(async (old, slot) => {
          if (!old || closed) return;
          const fresh = startRenderer(sharedEvents);
          // If the new renderer cannot load the build, the old one stays.
          const isLoaded = await loadBuild(fresh).then(
            () => true,
            () => false,
          );
          if (!isLoaded || closed || renderers[slot] !== old) return fresh.end();
          renderers[slot] = fresh;
          endAfterDrain(old);
        }),
      );
    },
    async close() {
      closed = true;
      await Promise.all([...renderers, ...isolated.values()].map(async (renderer) => renderer?.end()));
    },
  };
};
