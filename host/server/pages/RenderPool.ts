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
const LONGEST_PAUSE_MS = 5_000;

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
  readonly onStray?: (error: Error) => void;
  /** Releases are rendered apart, or one is not rendered for a while, since a renderer was lost for this reason. */
  readonly onBroken?: (releases: readonly string[], reason: string, pausedMs: number) => void;
}

const isRenderResult = (value: unknown): value is RenderResult =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'page' || value.kind === 'redirect');

const endLater = (renderer: Renderer): void =>
  void setTimeout(() => void renderer.end(), RENDER_TIMEOUT_MS * 2).unref();

export const createRenderPool = (
  settings: RendererSettings,
  size: number,
  { onStart = () => undefined, onStray = () => undefined, onBroken = () => undefined }: RenderPoolEvents = {},
): RenderPool => {
  let closed = false;
  /** One for each place; undefined while a broken build pauses. */
  const renderers: (Renderer | undefined)[] = [];
  /** Renderers of releases that may have broken one, each for itself. */
  const apart = new Map<string, Renderer>();
  const circuits = new ReleaseCircuits();
  let turn = 0;
  let pauseMs = 0;

  const startRenderer = (events: RendererEvents, isApart = false): Renderer => {
    onStart();
    return new Renderer({ ...settings, isApart }, events);
  };

  const replace = (gone: Renderer): void => {
    const place = renderers.indexOf(gone);
    if (place < 0) return;
    pauseMs = gone.hasWorked ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, pauseMs * 2), LONGEST_PAUSE_MS);
    if (pauseMs === 0) return start(place);
    renderers[place] = undefined;
    setTimeout(() => start(place), pauseMs).unref();
  };
  const shared: RendererEvents = {
    onStray,
    onLost(lost, releases, reason) {
      // A build that never worked has broken by itself.
      if (lost.hasWorked && releases.size > 0) {
        for (const release of releases) circuits.suspect(release);
        onBroken([...releases], reason, 0);
      }
      replace(lost);
    },
  };
  const start = (place: number): void => {
    if (!closed) renderers[place] = startRenderer(shared);
  };
  for (let place = 0; place < size; place += 1) start(place);

  const rendererApart = (release: string): Renderer => {
    const known = apart.get(release);
    if (known) return known;
    const events: RendererEvents = {
      onStray,
      onLost(lost, releases, reason) {
        if (apart.get(release) === lost) apart.delete(release);
        if (releases.size > 0) onBroken([release], reason, circuits.pause(release, performance.now()));
      },
    };
    // What breaks renderers makes us start them over and over: each start takes as much of a processor as it can, which
    // others' pages would wait for.
    const renderer = startRenderer(events, true);
    apart.set(release, renderer);
    return renderer;
  };

  const chooseRenderer = (release: string | undefined): Renderer | undefined => {
    const circuit = release === undefined ? 'shared' : circuits.of(release, performance.now());
    if (release === undefined || circuit === 'shared') return renderers[turn++ % renderers.length];
    if (circuit === 'paused') throw new PageError(`${release} has broken its renderer: it is not rendered for a while`);
    return rendererApart(release);
  };

  const recycleIfFull = (renderer: Renderer): void => {
    const place = renderers.indexOf(renderer);
    if (renderer.releases.size <= MAX_RELEASES_PER_RENDERER || place < 0) return;
    start(place);
    endLater(renderer);
  };

  /** A suspect that has rendered well for long enough is rendered with the others again. */
  const trustAgain = (release: string): void => {
    const renderer = apart.get(release);
    if (!renderer || !circuits.notePage(release)) return;
    apart.delete(release);
    endLater(renderer);
  };

  const load = async (renderer: Renderer | undefined): Promise<void> => {
    if (!renderer) throw new Error('There is no renderer');
    if ((await renderer.ask('load', RENDER_TIMEOUT_MS)) !== true) throw new Error("The host's build renders nothing");
  };

  return {
    async render(request) {
      const release = request.release ? `${request.release.remote}@${request.release.version}` : undefined;
      const renderer = chooseRenderer(release);
      if (!renderer) throw new Error('There is no renderer');
      if (renderer.isFull) throw new Error('The renderer has as much to do as it can');
      try {
        const result = await renderer.ask(request, RENDER_TIMEOUT_MS, release);
        if (!isRenderResult(result)) throw new Error('The renderer gave no page');
        recycleIfFull(renderer);
        if (release !== undefined) trustAgain(release);
        return result;
      } catch (error) {
        void renderer.loseIfHung();
        throw error;
      }
    },
    async check() {
      await Promise.all(renderers.map(load));
    },
    async renew() {
      await Promise.all(
        renderers.map(async (old, place) => {
          if (!old || closed) return;
          const fresh = startRenderer(shared);
          // Where it does not load, the old one goes on.
          const isLoaded = await load(fresh).then(
            () => true,
            () => false,
          );
          if (!isLoaded || closed || renderers[place] !== old) return fresh.end();
          renderers[place] = fresh;
          endLater(old);
        }),
      );
    },
    async close() {
      closed = true;
      await Promise.all([...renderers, ...apart.values()].map(async (renderer) => renderer?.end()));
    },
  };
};
