import type { NodeBuild } from '@shop/runtime/server';
import type { RenderRequest, RenderResult } from '../../src/entry.server';
import { checkRenderResult } from './checkRenderResult';
import { ReleaseCircuits } from './ReleaseCircuits';
import { OwnTime } from './OwnTime';
import { PageError, Renderer, type CallApi, type RendererSettings } from './Renderer';

const RENDER_TIMEOUT_MS = 2_500;
/** A page that computes for longer is slow. Most take less than 100 ms. */
const SLOW_MS = 1_500;
/** The first pages of a process also load and compile its code. */
const WARM_UP_PAGES = 3;
/** Renderers of releases that are not live, for their authors and reviewers. */
const MAX_PREVIEWS = 4;
/** Their first page waits for the process, because they have no stand-in. */
const PREVIEW_START_MS = 10_000;
const PREVIEW_IDLE_MS = 60_000;
/** A build that crashes on start is retried with exponential backoff, because each start takes a lot of CPU. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Renders pages that belong to no remote. */
const SHELL = 'shell';

/** A page to render, and what its process may do for it. */
export interface RenderJob {
  readonly request: RenderRequest;
  readonly callApi: CallApi;
  /** False for a release that only some visitors asked for: an override, or a dev server's. */
  readonly isLive: boolean;
}

/** A rendered page. */
export type Rendering = RenderResult & {
  /** How long the page computed, if that was too long. */
  readonly slowMs?: number;
};

export interface RenderPool {
  /** Rejects if the page throws (PageError) or times out. The caller then sends the client-rendered shell. */
  render(job: RenderJob): Promise<Rendering>;
  /** Rejects if the shell's renderer does not respond or cannot load the host's build. */
  check(): Promise<void>;
  /** Starts renderers for the releases in `shown`, and ends those of live releases that are not in `kept`. */
  follow(shown: readonly NodeBuild[], kept: readonly NodeBuild[]): Promise<void>;
  close(): Promise<void>;
}

export interface RenderPoolEvents {
  /** Called for each renderer start. */
  readonly onStart?: () => void;
  /** Called for an error outside of any render, such as in a timer or an unhandled promise. */
  readonly onUncaughtError?: (error: Error) => void;
  /**
   * Called when a release crashed its renderer, with the reason and how long it is paused. It is live unless only some
   * visitors asked for it.
   */
  readonly onCrash?: (release: string, isLive: boolean, reason: string, pausedMs: number) => void;
}

const endAfterDrain = (renderer: Renderer): void =>
  void setTimeout(() => void renderer.end(), RENDER_TIMEOUT_MS * 2).unref();

const PREVIEW = 'preview of ';

const nameRelease = (release: NodeBuild): string => `${release.remote}@${release.version}`;
const nameProcess = ({ request: { release }, isLive }: RenderJob): string =>
  release ? `${isLive ? '' : PREVIEW}${nameRelease(release)}` : SHELL;

/**
 * Renders each release in a process of its own, so that it can affect its own pages only. Pages without a remote have a
 * process, too.
 */
export const createRenderPool = (
  settings: RendererSettings,
  { onStart = () => undefined, onUncaughtError = () => undefined, onCrash = () => undefined }: RenderPoolEvents = {},
): RenderPool => {
  let closed = false;
  /** By the name of the release. */
  const renderers = new Map<string, Renderer>();
  const circuits = new ReleaseCircuits();
  let pauseMs = 0;
  /** The latest call of `follow`, which earlier ones yield to. */
  let following: readonly NodeBuild[] = [];

  const start = (name: string): Renderer => {
    onStart();
    const renderer = new Renderer(
      settings,
      { onUncaughtError, onLost: (lost, isBusy, reason) => replaceLost(name, lost, isBusy, reason) },
      // They yield to the others' pages.
      name.startsWith(PREVIEW) || circuits.isSuspect(name),
    );
    renderers.set(name, renderer);
    return renderer;
  };

  const restartShell = ({ hasResponded }: Renderer): void => {
    pauseMs = hasResponded ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, pauseMs * 2), MAX_PAUSE_MS);
    if (pauseMs === 0) return void (closed || start(SHELL));
    setTimeout(() => closed || start(SHELL), pauseMs).unref();
  };

  const replaceLost = (name: string, lost: Renderer, isBusy: boolean, reason: string): void => {
    if (renderers.get(name) === lost) renderers.delete(name);
    if (name === SHELL) return restartShell(lost);
    if (!isBusy) return;
    const pausedMs = circuits.recordCrash(name, performance.now());
    onCrash(name.replace(PREVIEW, ''), !name.startsWith(PREVIEW), reason, pausedMs);
  };

  const listPreviews = () =>
    [...renderers].filter(([name]) => name.startsWith(PREVIEW)).sort(([, a], [, b]) => a.usedAt - b.usedAt);

  const end = (name: string, renderer: Renderer): void => {
    renderers.delete(name);
    void renderer.end();
  };

  /** Makes room for one more preview by ending the one that was not used for the longest time. */
  const endIdlePreview = (): void => {
    const previews = listPreviews();
    if (previews.length < MAX_PREVIEWS) return;
    const idle = previews.find(([, { isIdle }]) => isIdle);
    if (!idle) throw new Error('Too many releases that are not live are being rendered');
    end(...idle);
  };

  const endUnusedPreviews = setInterval(() => {
    for (const [name, renderer] of listPreviews())
      if (renderer.isIdle && performance.now() - renderer.usedAt > PREVIEW_IDLE_MS) end(name, renderer);
  }, PREVIEW_IDLE_MS).unref();

  const findRenderer = (name: string): Renderer => {
    if (closed) throw new Error('The renderers are closed');
    if (circuits.isPaused(name, performance.now())) throw new PageError(`${name} crashed its renderer and is paused`);
    const running = renderers.get(name);
    if (running) return running;
    if (name === SHELL) throw new Error('No renderer is available');
    if (name.startsWith(PREVIEW)) endIdlePreview();
    return start(name);
  };

  start(SHELL);

  return {
    async render(job) {
      const { request, callApi, isLive } = job;
      const name = nameProcess(job);
      const renderer = findRenderer(name);
      if (renderer.isFull) throw new Error('The renderer queue is full');
      try {
        if (!renderer.hasResponded && !isLive) await renderer.send('load', PREVIEW_START_MS);
        const { requestCount, isIdle } = renderer;
        const ownTime = new OwnTime();
        const answer = await renderer.send(request, RENDER_TIMEOUT_MS, (address, headers) =>
          ownTime.pauseFor(callApi(address, headers)),
        );
        const result = checkRenderResult(answer);
        if (!result) throw new PageError('It returned neither a page nor a redirect within the site');
        circuits.recordPage(name);
        // While several pages are rendered, each waits for the others.
        const wasAlone = isIdle && renderer.requestCount === requestCount + 1;
        const slowMs = Math.round(ownTime.read());
        return wasAlone && requestCount >= WARM_UP_PAGES && slowMs > SLOW_MS ? { ...result, slowMs } : result;
      } catch (error) {
        void renderer.failIfHung();
        throw error;
      }
    },
    async check() {
      if ((await findRenderer(SHELL).send('load', RENDER_TIMEOUT_MS)) !== true)
        throw new Error("The host's build exports no renderPage");
    },
    async follow(shown, kept) {
      following = shown;
      const keptNames = new Set([SHELL, ...[...shown, ...kept].map(nameRelease)]);
      for (const [name, renderer] of renderers)
        if (!keptNames.has(name) && !name.startsWith(PREVIEW)) {
          renderers.delete(name);
          endAfterDrain(renderer);
        }
      // One after the other: each start takes a lot of CPU time. A release that cannot be loaded fails with its pages.
      for (const release of shown) {
        const name = nameRelease(release);
        if (closed || following !== shown) return;
        if (renderers.has(name)) continue;
        await start(name)
          .send({ prepare: release }, RENDER_TIMEOUT_MS)
          .catch(() => undefined);
      }
    },
    async close() {
      closed = true;
      clearInterval(endUnusedPreviews);
      await Promise.all([...renderers.values()].map(async (renderer) => renderer.end()));
    },
  };
};
