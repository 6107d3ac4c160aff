import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import type { Composition, ReleaseEntry } from '../composition';
import type { RemoteId } from '../remotes';

/** The fallback panel must be shown within 3.5 s of waiting (security.md 6.7). */
const NETWORK_TIMEOUT_MS = 2_300;
const OVERALL_TIMEOUT_MS = 2_700;
/** Later failures leave no time for a retry. */
const FAST_FAILURE_MS = 1_000;
/** After this time without a response, the previous release is requested, too, and the first to arrive is shown. */
const STAND_IN_DELAY_MS = 1_400;

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
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  });
  return { promise, cancel: () => clearTimeout(timer) };
};

/** Loads entries with a timeout and their integrity hash, so that browsers run no altered ones (security.md 5.1). */
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
  /** The release that was loaded: the live or the previous one. */
  readonly version: string;
}

export interface RemoteLoader {
  /**
   * Loads a remote once: its live release, or the previous one. After a failure, the next call tries the network again.
   * @throws {RemoteUnavailableError} if neither loads in time, or the result is not a remote.
   */
  load(remote: RemoteId): Promise<LoadedRemote>;
  /**
   * Loads the previous release when the live one breaks after loading. Returns undefined if there is none, or if `load`
   * returned it already.
   * @throws {RemoteUnavailableError} if it does not load in time.
   */
  loadPrevious(remote: RemoteId): Promise<LoadedRemote | undefined>;
}

const isRemote = (loaded: unknown): loaded is { remote: RemoteModule } =>
  typeof loaded === 'object' && loaded !== null && 'remote' in loaded && isRemoteModule(loaded.remote);

/**
 * Loads remotes in the browser by the composition the page started with. `onStandIn` receives the reason when the
 * previous release is shown instead.
 */
export const createRemoteLoader = (
  composition: Composition,
  onStandIn: (error: RemoteUnavailableError) => void,
): RemoteLoader => {
  const loading = new Map<RemoteId, Promise<LoadedRemote>>();
  /** Number of requests per entry. */
  const attempts = new Map<string, number>();
  registerEntryScripts(composition);

  /** Requests a release once. Each release has its own name, so two releases of a remote do not conflict. */
  const requestRelease = async ({ entry, container, version }: ReleaseEntry): Promise<LoadedRemote> => {
    const attempt = attempts.get(entry) ?? 0;
    attempts.set(entry, attempt + 1);
    // Browser and runtime may cache a failed entry, so retries use another URL.
    const url = new URL(attempt === 0 ? entry : `${entry}?retry=${attempt}`, document.baseURI).href;
    registerRemotes([{ name: container, entry: url, type: 'global' }], { force: attempt > 0 });
    const loaded = await loadRemote<unknown>(`${container}/remote`);
    if (!isRemote(loaded)) throw new Error('the response is not a remote this host supports');
    return { module: loaded.remote, version };
  };

  /**
   * Loads the previous release. It shares files with the live one, so files that failed there are requested by another
   * URL.
   */
  const requestPrevious = (previous: ReleaseEntry): Promise<LoadedRemote> => {
    if (!attempts.has(previous.entry)) attempts.set(previous.entry, 1);
    return requestRelease(previous);
  };

  /** Retries a fast failure once, so that transient network errors are not shown to the shopper. */
  const requestWithRetry = async (release: ReleaseEntry): Promise<LoadedRemote> => {
    const began = performance.now();
    try {
      return await requestRelease(release);
    } catch (error) {
      if (performance.now() - began > FAST_FAILURE_MS) throw error;
      return requestRelease(release);
    }
  };

  /**
   * Loads the live release. If it fails or is slow, loads the previous one as well and returns whichever arrives first.
   */
  const requestWithStandIn = async (
    remote: RemoteId,
    release: ReleaseEntry,
    previous: ReleaseEntry | undefined,
  ): Promise<LoadedRemote> => {
    const live = requestWithRetry(release);
    if (!previous) return live;
    const standInDelay = rejectAfter(STAND_IN_DELAY_MS);
    const liveInTime = Promise.race([live, standInDelay.promise]).finally(standInDelay.cancel);
    const standIn = liveInTime.catch(() => requestPrevious(previous));
    // If both fail, report the error of the live release.
    const first = await Promise.any([live, standIn]).catch(() => live);
    if (first.version === previous.version)
      liveInTime.catch((error: unknown) => onStandIn(new RemoteUnavailableError(remote, release.version, error)));
    return first;
  };

  const loadOnce = async (remote: RemoteId): Promise<LoadedRemote> => {
    const release = composition[remote];
    const timeout = rejectAfter(OVERALL_TIMEOUT_MS);
    try {
      if (!release?.entry) throw new Error('it has no live release');
      return await Promise.race([requestWithStandIn(remote, release, release.previous), timeout.promise]);
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
        const loaded = await Promise.race([requestPrevious(previous), timeout.promise]);
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
