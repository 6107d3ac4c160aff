import { contentName } from './contentName';

/** Written into it by ReleaseFilesPlugin: all that differs from one release to the next. */
declare const RELEASE: {
  /** What it calls itself in the page; no two releases are called the same. */
  readonly name: string;
  /** SHA-384 of its scripts and styles, base64, by plain name. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Plain name of the script with webpack's runtime. */
  readonly container: string;
  /** Plain names of what its first page needs. */
  readonly first: readonly string[];
};

interface Container {
  init(...args: readonly unknown[]): unknown;
  get(...args: readonly unknown[]): unknown;
}

/**
 * What a script of a release finds at its own element: another release's runtime in the same page never gets its
 * chunks.
 */
interface Release {
  readonly name: string;
  /** webpack's runtime takes the chunks from here. */
  readonly chunks: unknown[];
  readonly addressOf: (plainName: string) => string;
  readonly integrityOf: (url: string) => string;
  container?: Container;
}

const { src } = document.currentScript as HTMLScriptElement; // the host loads it by a script element
/**
 * An entry that is asked for again comes under another URL, and so do its files: a browser remembers a preload that
 * failed, and may keep a file that came altered.
 */
const { search } = new URL(src);

const files = new Map(
  Object.entries(RELEASE.hashes).map(([plainName, hash]) => [plainName, { name: contentName(plainName, hash), hash }]),
);
const hashes = new Map([...files.values()].map(({ name, hash }) => [name, hash]));

const release: Release = {
  name: RELEASE.name,
  chunks: [],
  addressOf: (plainName) => `${files.get(plainName)?.name}${search}`,
  // That of a file which the release does not know is one that nothing fulfils: fail closed.
  integrityOf: (url) => `sha384-${hashes.get(new URL(url, src).pathname.split('/').at(-1) ?? '')}`,
};

const address = (plainName: string): string => new URL(release.addressOf(plainName), src).href;

// Asked for together with the container, not after it; the server's page has asked already.
for (const plainName of RELEASE.first) {
  const href = address(plainName);
  if ([...document.querySelectorAll<HTMLLinkElement>('link')].some((link) => link.href === href)) continue;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = plainName.endsWith('.css') ? 'style' : 'script';
  link.integrity = release.integrityOf(href);
  link.href = href;
  document.head.append(link);
}

const loaded = new Promise<Container>((resolve, reject) => {
  const script = Object.assign(document.createElement('script'), { release });
  const fail = (): void => reject(new Error(`${script.src} did not come`));
  script.integrity = release.integrityOf(address(RELEASE.container));
  script.src = address(RELEASE.container);
  script.onerror = fail;
  script.onload = () => {
    script.remove();
    if (release.container) resolve(release.container);
    else fail();
  };
  document.head.append(script);
});
loaded.catch(() => undefined); // told to whoever asks

Object.assign(window, {
  [RELEASE.name]: {
    init: async (...args: readonly unknown[]) => (await loaded).init(...args),
    get: async (...args: readonly unknown[]) => (await loaded).get(...args),
    /** For whoever has to know whose a file is (host/src/rum). */
    files: [...hashes.keys()],
  },
});
