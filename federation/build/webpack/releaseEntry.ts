import { contentName } from '../contentName';

/** Defined by ReleaseFilesPlugin: everything that differs between releases. */
declare const RELEASE: {
  /** Global name in the page; unique per release. */
  readonly name: string;
  /** SHA-384 of its scripts and styles, base64, by plain name. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Plain name of the script with webpack's runtime. */
  readonly container: string;
  /** Plain names of the files its first page needs. */
  readonly first: readonly string[];
};

interface Container {
  init(...args: readonly unknown[]): unknown;
  get(...args: readonly unknown[]): unknown;
}

/**
 * Attached to each script element of a release, so that the runtime of another release in the same page does not take
 * its chunks.
 */
interface Release {
  readonly name: string;
  /** webpack's runtime takes its chunks from here. */
  readonly chunks: unknown[];
  readonly resolveUrl: (plainName: string) => string;
  readonly getIntegrity: (url: string) => string;
  container?: Container;
}

const { src } = document.currentScript as HTMLScriptElement; // the host loads it with a script element
/**
 * A retried entry has another URL, and so do its files, because browsers cache failed preloads and possibly altered
 * files.
 */
const { search } = new URL(src);

const files = new Map(
  Object.entries(RELEASE.hashes).map(([plainName, hash]) => [plainName, { name: contentName(plainName, hash), hash }]),
);
const hashes = new Map([...files.values()].map(({ name, hash }) => [name, hash]));

const release: Release = {
  name: RELEASE.name,
  chunks: [],
  resolveUrl: (plainName) => `${files.get(plainName)?.name}${search}`,
  // Unknown files get a value that never matches, so they are rejected.
  getIntegrity: (url) => `sha384-${hashes.get(new URL(url, src).pathname.split('/').at(-1) ?? '')}`,
};

const toAbsoluteUrl = (plainName: string): string => new URL(release.resolveUrl(plainName), src).href;

// Preloads the files together with the container instead of after it. A server-rendered page has already done so, or
// has the styles in it.
for (const plainName of RELEASE.first) {
  const name = release.resolveUrl(plainName);
  if (document.querySelector(`[href$="/${name}"],[data-href$="/${name}"]`)) continue;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = plainName.endsWith('.css') ? 'style' : 'script';
  link.href = toAbsoluteUrl(plainName);
  link.integrity = release.getIntegrity(link.href);
  document.head.append(link);
}

const loaded = new Promise<Container>((resolve, reject) => {
  const script = Object.assign(document.createElement('script'), { release });
  const fail = (): void => reject(new Error(`${script.src} could not be loaded`));
  script.integrity = release.getIntegrity(toAbsoluteUrl(RELEASE.container));
  script.src = toAbsoluteUrl(RELEASE.container);
  script.onerror = fail;
  script.onload = () => {
    script.remove();
    if (release.container) resolve(release.container);
    else fail();
  };
  document.head.append(script);
});
loaded.catch(() => undefined); // callers of init and get receive the error

Object.assign(window, {
  [RELEASE.name]: {
    init: async (...args: readonly unknown[]) => (await loaded).init(...args),
    get: async (...args: readonly unknown[]) => (await loaded).get(...args),
    /** Used to attribute errors to releases (host/src/rum). */
    files: [...hashes.keys()],
  },
});
