import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import type { Composition } from '../composition';
import { containerName, type RemoteId } from '../remotes';

/** The panel must show within 3.5 s of silence (SECURITY, Faults survived). */
const NETWORK_TIMEOUT_MS = 2_500;
const OVERALL_TIMEOUT_MS = 3_000;

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

/** The URL of a chunk that did not come, as webpack's errors carry it. */
const requestOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const { request, cause } = error as { request?: unknown; cause?: unknown }; // whatever was thrown
  return typeof request === 'string' && request !== '' ? request : requestOf(cause);
};

/** A file that came altered may be kept by the browser as good: it is asked for again past its cache. */
const refresh = async (url: string): Promise<void> => {
  await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) }).then((answer) => answer.arrayBuffer(), () => undefined);
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
  const failures = new Map<RemoteId, number>();
  const failed = new Map<RemoteId, string>();
  registerEntryScripts(composition);

  const register = (remote: RemoteId, entry: string): void => {
    const attempt = failures.get(remote) ?? 0;
    // A failed entry may be remembered by the browser or by the runtime: Retry asks under another URL.
    const url = new URL(attempt === 0 ? entry : `${entry}?retry=${attempt}`, document.baseURI).href;
    registerRemotes([{ name: containerName(remote), entry: url, type: 'global' }], { force: attempt > 0 });
  };

  const loadOnce = async (remote: RemoteId): Promise<RemoteModule> => {
    const release = composition[remote];
    const timeout = rejectAfter(OVERALL_TIMEOUT_MS);
    try {
      if (!release) throw new Error('it has no live release');
      const chunk = failed.get(remote);
      failed.delete(remote);
      if (chunk !== undefined) await Promise.race([refresh(chunk), timeout.promise]);
      register(remote, release.entry);
      const loaded: unknown = await Promise.race([loadRemote<unknown>(`${containerName(remote)}/remote`), timeout.promise]);
      const module = typeof loaded === 'object' && loaded !== null && 'remote' in loaded ? loaded.remote : undefined;
      if (!isRemoteModule(module)) throw new Error('its answer is not a remote this host understands');
      return module;
    } catch (error) {
      failures.set(remote, (failures.get(remote) ?? 0) + 1);
      const chunk = requestOf(error);
      if (chunk !== undefined) failed.set(remote, chunk);
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
