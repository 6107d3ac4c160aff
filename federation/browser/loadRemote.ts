import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import type { Composition, LiveRelease } from '../composition';
import { containerName, type RemoteId } from '../remotes';

/** The panel must show within 3.5 s of silence (SECURITY, Faults survived). */
const NETWORK_TIMEOUT_MS = 2_300;
const OVERALL_TIMEOUT_MS = 2_700;
/** What fails later than this has no time left for a second try. */
const FAST_FAILURE_MS = 1_000;

export class RemoteUnavailableError extends Error {
  override name = 'RemoteUnavailableError';
  constructor(
    readonly remote: RemoteId,
    readonly release: string | undefined,
    override readonly cause: unknown,
  ) {
    super(`${remote} ${release ?? '(no release)'} is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

const rejectAfter = (milliseconds: number): { promise: Promise<never>; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return { promise, cancel: () => clearTimeout(timer) };
};

/** Entries come within their time, and as they were released: the browser runs no other (SECURITY, Bundles of other teams). */
const registerEntryScripts = (composition: Composition): void => {
  const integrities = new Map(Object.values(composition).flatMap(({ entry, integrity }) => (integrity === undefined ? [] : [[new URL(entry, document.baseURI).pathname, integrity]])));
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

export interface RemoteLoader {
  /**
   * The remote's module, once however often it is asked for. After a failure the next call asks the network again.
   * @throws {RemoteUnavailableError} when it is dead, late, or not a remote.
   */
  load(remote: RemoteId): Promise<RemoteModule>;
}

/** Loads remotes in the shopper's browser, by the composition this page started with. */
export const createRemoteLoader = (composition: Composition): RemoteLoader => {
  const loading = new Map<RemoteId, Promise<RemoteModule>>();
  const attempts = new Map<RemoteId, number>();
  registerEntryScripts(composition);

  const register = (remote: RemoteId, entry: string): void => {
    const attempt = attempts.get(remote) ?? 0;
    attempts.set(remote, attempt + 1);
    // A failed entry may be remembered by the browser or by the runtime: Retry asks under another URL.
    const url = new URL(attempt === 0 ? entry : `${entry}?retry=${attempt}`, document.baseURI).href;
    registerRemotes([{ name: containerName(remote), entry: url, type: 'global' }], { force: attempt > 0 });
  };

  const ask = async (remote: RemoteId, release: LiveRelease): Promise<RemoteModule> => {
    register(remote, release.entry);
    const loaded = await loadRemote<unknown>(`${containerName(remote)}/remote`);
    const module = typeof loaded === 'object' && loaded !== null && 'remote' in loaded ? loaded.remote : undefined;
    if (!isRemoteModule(module)) throw new Error('its answer is not a remote this host understands');
    return module;
  };

  /** What failed at once is asked for once more: what was lost on its way is not told to the shopper. */
  const askTwice = async (remote: RemoteId, release: LiveRelease): Promise<RemoteModule> => {
    const began = performance.now();
    try {
      return await ask(remote, release);
    } catch (error) {
      if (performance.now() - began > FAST_FAILURE_MS) throw error;
      return ask(remote, release);
    }
  };

  const loadOnce = async (remote: RemoteId): Promise<RemoteModule> => {
    const release = composition[remote];
    const timeout = rejectAfter(OVERALL_TIMEOUT_MS);
    try {
      if (!release) throw new Error('it has no live release');
      return await Promise.race([askTwice(remote, release), timeout.promise]);
    } catch (error) {
      loading.delete(remote);
      throw new RemoteUnavailableError(remote, release?.version, error);
    } finally {
      timeout.cancel();
    }
  };

  return {
    load(remote) {
      const present = loading.get(remote);
      if (present) return present;
      const promise = loadOnce(remote);
      loading.set(remote, promise);
      return promise;
    },
  };
};
