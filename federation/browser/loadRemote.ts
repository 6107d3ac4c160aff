import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import type { Composition, ReleaseEntry } from '../composition';
import type { RemoteId } from '../remotes';

/** The panel must show within 3.5 s of silence (security.md 6.7). */
const NETWORK_TIMEOUT_MS = 2_300;
const OVERALL_TIMEOUT_MS = 2_700;
/** What fails later than this has no time left for a second try. */
const FAST_FAILURE_MS = 1_000;
/**
 * A release that has said nothing for so long gets company: the one before it is asked for, too, and the first to come
 * is shown.
 */
const PATIENCE_MS = 1_400;

export class RemoteUnavailableError extends Error {
  override name = 'RemoteUnavailableError';
  constructor(
    readonly remote: RemoteId,
    readonly release: string | undefined,
    override readonly cause: unknown,
  ) {
    super(
      `${remote} ${release ?? '(no release)'} is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

const rejectAfter = (milliseconds: number): { promise: Promise<never>; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return { promise, cancel: () => clearTimeout(timer) };
};

/** Entries come within their time, and as they were released: the browser runs no other (security.md 5.1). */
const registerEntryScripts = (composition: Composition): void => {
  const entries = Object.values(composition).flatMap((release) => [
    release,
    ...(release.previous ? [release.previous] : []),
  ]);
  const integrities = new Map(
    entries.flatMap(({ entry, integrity }) =>
      integrity === undefined ? [] : [[new URL(entry, document.baseURI).pathname, integrity]],
    ),
  );
  registerPlugins([
    {
      name: 'shop-entries',
      createScript: ({ url }: { url: string }) => {
        const script = document.createElement('script');
        const integrity = integrities.get(new URL(url, document.baseURI).pathname);
        if (integrity !== undefined) script.integrity = integrity;
        script.src = url;
        return { script, timeout: NETWORK_TIMEOUT_MS };
      },
    },
  ]);
};

interface LoadedRemote {
  readonly module: RemoteModule;
  /** The release that came: the live one, or the good one before it. */
  readonly version: string;
}

export interface RemoteLoader {
  /**
   * The remote, once however often it is asked for: its live release, else the good one before it. After a failure the
   * next call asks the network again.
   * @throws {RemoteUnavailableError} when neither comes in time, or what comes is no remote.
   */
  load(remote: RemoteId): Promise<LoadedRemote>;
  /**
   * The good release before the live one, for who has loaded a live one that broke afterwards; undefined where there is
   * none, or it is what `load` answered.
   * @throws {RemoteUnavailableError} when it does not come in time.
   */
  loadPrevious(remote: RemoteId): Promise<LoadedRemote | undefined>;
}

const isRemote = (loaded: unknown): loaded is { remote: RemoteModule } =>
  typeof loaded === 'object' && loaded !== null && 'remote' in loaded && isRemoteModule(loaded.remote);

/**
 * Loads remotes in the shopper's browser, by the composition this page started with. `onStandIn` is told why an earlier
 * release stands in.
 */
export const createRemoteLoader = (
  composition: Composition,
  onStandIn: (error: RemoteUnavailableError) => void,
): RemoteLoader => {
  const loading = new Map<RemoteId, Promise<LoadedRemote>>();
  /** How often each entry was asked for. */
  const attempts = new Map<string, number>();
  registerEntryScripts(composition);

  /**
   * One question to the network. Every release has its own name, so two of a remote never get into each other's way.
   */
  const ask = async ({ entry, container, version }: ReleaseEntry): Promise<LoadedRemote> => {
    const attempt = attempts.get(entry) ?? 0;
    attempts.set(entry, attempt + 1);
    // A failed entry may be remembered by the browser or by the runtime: Retry asks under another URL.
    const url = new URL(attempt === 0 ? entry : `${entry}?retry=${attempt}`, document.baseURI).href;
    registerRemotes([{ name: container, entry: url, type: 'global' }], { force: attempt > 0 });
    const loaded = await loadRemote<unknown>(`${container}/remote`);
    if (!isRemote(loaded)) throw new Error('its answer is not a remote this host understands');
    return { module: loaded.remote, version };
  };

  /** It shares files with the live release: what was lost or hangs there is asked for anew, under another URL. */
  const askPrevious = (previous: ReleaseEntry): Promise<LoadedRemote> => {
    if (!attempts.has(previous.entry)) attempts.set(previous.entry, 1);
    return ask(previous);
  };

  /** What failed at once is asked for once more: what was lost on its way is not told to the shopper. */
  const askTwice = async (release: ReleaseEntry): Promise<LoadedRemote> => {
    const began = performance.now();
    try {
      return await ask(release);
    } catch (error) {
      if (performance.now() - began > FAST_FAILURE_MS) throw error;
      return ask(release);
    }
  };

  /** The live release; where it fails or is silent for long, the first to come of it and the good one before it. */
  const askWithStandIn = async (
    remote: RemoteId,
    release: ReleaseEntry,
    previous: ReleaseEntry | undefined,
  ): Promise<LoadedRemote> => {
    const live = askTwice(release);
    if (!previous) return live;
    const patience = rejectAfter(PATIENCE_MS);
    const waited = Promise.race([live, patience.promise]).finally(patience.cancel);
    const standIn = waited.catch(() => askPrevious(previous));
    // Only where both have failed: the live release's own failure says more.
    const first = await Promise.any([live, standIn]).catch(() => live);
    if (first.version === previous.version)
      waited.catch((error: unknown) => onStandIn(new RemoteUnavailableError(remote, release.version, error)));
    return first;
  };

  const loadOnce = async (remote: RemoteId): Promise<LoadedRemote> => {
    const release = composition[remote];
    const timeout = rejectAfter(OVERALL_TIMEOUT_MS);
    try {
      if (!release?.entry) throw new Error('it has no live release');
      return await Promise.race([askWithStandIn(remote, release, release.previous), timeout.promise]);
    } catch (error) {
      loading.delete(remote);
      throw new RemoteUnavailableError(remote, release?.version, error);
    } finally {
      timeout.cancel();
    }
  };

  return {
    async loadPrevious(remote) {
      const previous = composition[remote]?.previous;
      const shown = await loading.get(remote);
      if (!previous || shown?.version === previous.version) return undefined;
      const timeout = rejectAfter(OVERALL_TIMEOUT_MS);
      try {
        const loaded = await Promise.race([askPrevious(previous), timeout.promise]);
        loading.set(remote, Promise.resolve(loaded));
        return loaded;
      } catch (error) {
        throw new RemoteUnavailableError(remote, previous.version, error);
      } finally {
        timeout.cancel();
      }
    },
    load(remote) {
      const present = loading.get(remote);
      if (present) return present;
      const promise = loadOnce(remote);
      loading.set(remote, promise);
      return promise;
    },
  };
};
