import type { RenderRequest, RenderResult } from '../../src/entry.server';
import { ReleaseCircuits } from './ReleaseCircuits';
import { PageError, Renderer, type RendererEvents, type RendererSettings } from './Renderer';

const RENDER_TIMEOUT_MS = 2_500;
/** Code cannot be unloaded: a renderer that has rendered this many different releases makes room for a fresh one. */
const MAX_RELEASES_PER_RENDERER = 50;
/**
 * A build that breaks as it starts is tried again after a pause that doubles, up to the longest: each try takes as much
 * of the processor as it can.
 */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

export interface RenderPool {
  /** Rejects when the page throws (PageError) or is late; the caller then sends the client-rendered shell. */
  render(request: RenderRequest): Promise<RenderResult>;
  /** Rejects when a renderer does not answer, or has not loaded the host's build. */
  check(): Promise<void>;
  /** Puts fresh renderers in place of those that have run releases which are shown no more. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface RenderPoolEvents {
  /** A renderer is started: as the server starts, in place of another, or for one release alone. */
  readonly onStart?: () => void;
  /** An error in a page's code that came to no page: in a timer, or in a promise that nobody waits for. */
  readonly onUncaughtError?: (error: Error) => void;
  /** Releases are rendered apart, or one is not rendered for a while, since a renderer was lost for this reason. */
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
  /** One for each place; undefined while a broken build pauses. */
  const renderers: (Renderer | undefined)[] = [];
  /** Renderers of releases that may have broken one, each for itself. */
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
      // A build that never worked has broken by itself.
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
    // What breaks renderers makes us start them over and over: each start takes as much of a processor as it can, which
    // others' pages would wait for.
    const renderer = startRenderer(events, true);
    isolated.set(release, renderer);
    return renderer;
  };

  const chooseRenderer = (release: string | undefined): Renderer | undefined => {
    const circuit = release === undefined ? 'shared' : circuits.getState(release, performance.now());
    if (release === undefined || circuit === 'shared') return renderers[nextIndex++ % renderers.length];
    if (circuit === 'paused') throw new PageError(`${release} has broken its renderer: it is not rendered for a while`);
    return getIsolatedRenderer(release);
  };

  const recycleIfFull = (renderer: Renderer): void => {
    const slot = renderers.indexOf(renderer);
    if (renderer.releases.size <= MAX_RELEASES_PER_RENDERER || slot < 0) return;
    startSlot(slot);
    endAfterDrain(renderer);
  };

  /** A suspect that has rendered well for long enough is rendered with the others again. */
  const endIsolationIfTrusted = (release: string): void => {
    const renderer = isolated.get(release);
    if (!renderer || !circuits.recordPage(release)) return;
    isolated.delete(release);
    endAfterDrain(renderer);
  };

  const loadBuild = async (renderer: Renderer | undefined): Promise<void> => {
    if (!renderer) throw new Error('There is no renderer');
    if ((await renderer.send('load', RENDER_TIMEOUT_MS)) !== true) throw new Error("The host's build renders nothing");
  };

  return {
    async render(request) {
      const release = request.release ? `${request.release.remote}@${request.release.version}` : undefined;
      const renderer = chooseRenderer(release);
      if (!renderer) throw new Error('There is no renderer');
      if (renderer.isFull) throw new Error('The renderer has as much to do as it can');
      try {
        const result = await renderer.send(request, RENDER_TIMEOUT_MS, release);
        if (!isRenderResult(result)) throw new Error('The renderer gave no page');
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
          // Where it does not load, the old one goes on.
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
