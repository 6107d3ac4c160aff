import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

const Strings = Type.Array(Type.String());

/** What a bundle shows or links to that may be another's: routes as in "/products/:1", widgets by name. */
export const Uses = Type.Object({ routes: Strings, widgets: Strings });
export type Uses = Static<typeof Uses>;

/** Names by singleton: { "react": ["useState"] }. */
const NamesBySingleton = Type.Record(Type.String(), Strings);

/**
 * What a bundle imports of the host's singletons, and what it exports as such (federation/build/SharedExportsPlugin).
 */
export const SharedExports = Type.Object({ imports: NamesBySingleton, exports: NamesBySingleton });

/** What a remote's module says of itself, found by running it. */
export const ModuleDescription = Type.Object({
  contract: Type.Integer(),
  /** Every route with its whole path, such as "/orders/:number". */
  routes: Type.Array(Type.Object({ id: Type.String(), path: Type.String() })),
  /** The store's keys it holds. */
  slices: Strings,
  widgets: Strings,
});
export type ModuleDescription = Static<typeof ModuleDescription>;

const Text = Type.String({ maxLength: 200 });

/**
 * Where a release comes from, as far as its publisher said: the commit, its author, the run of CI that built it, and
 * what it is for.
 */
export const ReleaseSource = Type.Object(
  { commit: Type.Optional(Text), author: Type.Optional(Text), url: Type.Optional(Text), reason: Type.Optional(Text) },
  { additionalProperties: false },
);
export type ReleaseSource = Static<typeof ReleaseSource>;

/** A part of the site: "/" (the home page alone), "/gifts", "/shop/brands". */
export const MOUNT = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;

const Kilobytes = Type.Number({ exclusiveMinimum: 0 });

/** The maximum size in kilobytes of brotli: of its entry, and of all that its first page needs. */
export const Budget = Type.Object({ entry: Kilobytes, page: Kilobytes }, { additionalProperties: false });
export type Budget = Static<typeof Budget>;
/**
 * What its publisher did about the remote's own types and tests. Unsaid where it was built elsewhere, with the checks
 * of that place.
 */
export const ReleaseChecks = Type.Union([Type.Literal('passed'), Type.Literal('skipped')]);
export type ReleaseChecks = Static<typeof ReleaseChecks>;

/** What a release says of itself, written once when it is published. All file names are relative to the release. */
export const Release = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  publishedAt: Type.String(),
  /** Who published it: a token's name. */
  publishedBy: Type.String(),
  source: Type.Optional(ReleaseSource),
  /** The team it belongs to; releases of before do not say. */
  owner: Type.Optional(Type.String()),
  /** What it may weigh, as its remote declared it; releases of before do not say. */
  budget: Type.Optional(Budget),
  checks: Type.Optional(ReleaseChecks),
  /** A second person approves what goes live of its remote. */
  needsSecondPerson: Type.Optional(Type.Boolean()),
  /** The part of the site that is its own. */
  mounts: Strings,
  missingTitle: Type.String(),
  ...ModuleDescription.properties,
  exposes: Strings,
  /**
   * How its pages were tried before it was published: rendered on the server, and opened in a browser or in what stands
   * in for one.
   */
  trial: Type.Optional(Type.Object({ pages: Type.Integer(), openedIn: Text })),
  /** Singletons it takes from the host, with the range of versions it was built for. */
  requires: Type.Record(Type.String(), Type.String()),
  /** What it imports of each; releases of before do not say. */
  imports: Type.Optional(NamesBySingleton),
  uses: Uses,
  /** Bytes of brotli: its entry, and all that its first page needs. */
  sizes: Type.Object({ entry: Type.Integer(), page: Type.Integer() }),
  web: Type.Object({
    entry: Type.String(),
    /** What the entry calls itself in the page. */
    container: Type.String(),
    /** What a page of this remote needs at once: preloaded by the server-rendered HTML. */
    scripts: Strings,
    styles: Strings,
    /** What lazily loaded routes need beyond that, by chunk name. */
    chunks: Type.Record(Type.String(), Type.Object({ scripts: Strings, styles: Strings })),
    /**
     * Its files are named by their content, and at /remotes/<remote>/<file>; those of releases of before at
     * /remotes/<remote>/<version>/<file>.
     */
    isContentAddressed: Type.Optional(Type.Boolean()),
  }),
  node: Type.Object({ entry: Type.String() }),
  /** SHA-384 of every file, base64. */
  files: Type.Record(Type.String(), Type.String()),
  /** Bytes of every file; older releases do not say. */
  bytes: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type Release = Static<typeof Release>;

/**
 * The `integrity` attribute of one of its web files; a file it does not know has one that nothing fulfils: fail closed.
 */
export const getIntegrity = ({ files }: Pick<Release, 'files'>, file: string): string =>
  `sha384-${files[`web/${file}`] ?? 'unknown'}`;

/**
 * What browsers ask for: neither the compressed copies of it nor what the build says of itself. Names as at its
 * address.
 */
export const listAddressedFiles = ({
  files,
}: Pick<Release, 'files'>): { readonly name: string; readonly hash: string }[] =>
  Object.entries(files).flatMap(([path, hash]) =>
    path.startsWith('web/') && !/\.(?:br|gz|json)$/.test(path) ? [{ name: path.slice('web/'.length), hash }] : [],
  );

const VERSION = /^(?!\.)[\w.+-]{1,80}$/;
export const isVersion = (value: string): boolean => VERSION.test(value);

/** What a running host gives remotes, and what it asks of them. */
export const HostDescription = Type.Object({
  version: Type.String(),
  /** When it last said that it runs. */
  seenAt: Type.String(),
  /** Contract versions it speaks. */
  contracts: Type.Array(Type.Integer()),
  /** Singletons it provides, with their versions. */
  singletons: Type.Record(Type.String(), Type.String()),
  /** What each of them exports; hosts of before do not say. */
  exports: Type.Optional(NamesBySingleton),
  /** Keys of the store that are the shop's own. */
  slices: Strings,
  /** Path prefixes that no remote may have: "/api". */
  reservedPaths: Strings,
  /** Exposes it loads of every remote. */
  exposes: Strings,
  uses: Uses,
});
export type HostDescription = Static<typeof HostDescription>;
