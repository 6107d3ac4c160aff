import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { AudienceName } from '@shop/build/RemoteDescription';

const Strings = Type.Array(Type.String());

/**
 * Routes and widgets of other remotes that a bundle links to or shows: routes such as "/products/:1", widgets by name.
 */
export const Uses = Type.Object({ routes: Strings, widgets: Strings });
export type Uses = Static<typeof Uses>;

/** Names by singleton: { "react": ["useState"] }. */
const NamesBySingleton = Type.Record(Type.String(), Strings);

/** Imports of the singletons, and exports of a singleton bundle (federation/build/webpack/SharedExportsPlugin). */
export const SharedExports = Type.Object({ imports: NamesBySingleton, exports: NamesBySingleton });

/** A link in the header's menu (`slots` of a remote). */
const MenuLink = Type.Object({
  label: Type.String(),
  href: Type.String(),
  order: Type.Optional(Type.Number()),
  storefront: Type.Optional(Type.String()),
});

/** Description of a remote's module, determined by running it. */
export const ModuleDescription = Type.Object({
  contract: Type.Integer(),
  /** Every route with its full path, such as "/orders/:number". */
  routes: Type.Array(Type.Object({ id: Type.String(), path: Type.String() })),
  /** Keys of its slices in the store. */
  slices: Strings,
  widgets: Strings,
  /** Its links in the header's menu; older releases have none. */
  menu: Type.Optional(Type.Array(MenuLink)),
  /** Names of its widgets, by the slots of other remotes' pages that they fill. */
  fills: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type ModuleDescription = Static<typeof ModuleDescription>;

const Text = Type.String({ maxLength: 200 });

/**
 * Origin of a release as stated by its publisher: the commit, its author, the CI run that built it, and its purpose.
 */
export const ReleaseSource = Type.Object(
  { commit: Type.Optional(Text), author: Type.Optional(Text), url: Type.Optional(Text), reason: Type.Optional(Text) },
  { additionalProperties: false },
);
export type ReleaseSource = Static<typeof ReleaseSource>;

const Kilobytes = Type.Number({ exclusiveMinimum: 0 });

/** Maximum compressed size in kilobytes (brotli): of the entry, and of everything the first page needs. */
export const Budget = Type.Object({ entry: Kilobytes, page: Kilobytes }, { additionalProperties: false });
export type Budget = Static<typeof Budget>;
/**
 * The same for the first page's JavaScript, its styles, and everything loaded on demand. Apart from `Budget`, which
 * older hosts read without further fields.
 */
const PartBudget = Type.Object({
  scripts: Type.Optional(Kilobytes),
  styles: Type.Optional(Kilobytes),
  lazy: Type.Optional(Kilobytes),
});
/** Budget as uploads declare it (`remote.json`). */
export const DeclaredBudget = Type.Object(
  { ...Budget.properties, ...PartBudget.properties },
  { additionalProperties: false },
);
export type DeclaredBudget = Static<typeof DeclaredBudget>;
/** Whether the publisher ran the remote's type check and tests. Undefined if it was built and checked elsewhere. */
export const ReleaseChecks = Type.Union([Type.Literal('passed'), Type.Literal('skipped')]);
export type ReleaseChecks = Static<typeof ReleaseChecks>;

/** Description of a release, written once when it is published. All file names are relative to the release. */
export const Release = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  publishedAt: Type.String(),
  /** Name of the token that published it. */
  publishedBy: Type.String(),
  source: Type.Optional(ReleaseSource),
  /** Owning team; older releases do not record it. */
  owner: Type.Optional(Type.String()),
  /** Declared size budget; older releases do not record it. */
  budget: Type.Optional(Budget),
  partBudget: Type.Optional(PartBudget),
  checks: Type.Optional(ReleaseChecks),
  /** Whom it is for; undefined: shoppers. */
  audience: Type.Optional(AudienceName),
  /** The parts of the site it owns. */
  mounts: Strings,
  /** Those with pages of a visitor's own; older releases do not record them. */
  privateMounts: Type.Optional(Strings),
  missingTitle: Type.String(),
  ...ModuleDescription.properties,
  exposes: Strings,
  /** How its pages were tested before publishing: rendered on the server, and opened in a browser. */
  trial: Type.Optional(Type.Object({ pages: Type.Integer(), openedIn: Text })),
  /** Singletons it uses from the host, with the version ranges it was built for. */
  requires: Type.Record(Type.String(), Type.String()),
  /** What it imports from each singleton; older releases do not record it. */
  imports: Type.Optional(NamesBySingleton),
  uses: Uses,
  /** Compressed bytes (brotli) of the entry, and of everything the first page needs. */
  sizes: Type.Object({ entry: Type.Integer(), page: Type.Integer() }),
  web: Type.Object({
    entry: Type.String(),
    /** Global name of the container in the page. */
    container: Type.String(),
    /** Files every page of this remote needs; preloaded by the server-rendered HTML. */
    scripts: Strings,
    styles: Strings,
    /** Additional files of lazily loaded routes, by chunk name. */
    chunks: Type.Record(Type.String(), Type.Object({ scripts: Strings, styles: Strings })),
  }),
  node: Type.Object({ entry: Type.String() }),
  /** SHA-384 of every file, base64. */
  files: Type.Record(Type.String(), Type.String()),
  /** Bytes of every file; older releases do not record it. */
  bytes: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type Release = Static<typeof Release>;

/**
 * Returns the `integrity` attribute of a web file. Unknown files get a value that never matches, so they are rejected.
 */
export const getIntegrity = ({ files }: Pick<Release, 'files'>, file: string): string =>
  `sha384-${files[`web/${file}`] ?? 'unknown'}`;

/** Lists the files that browsers request, by their name in the URL: excludes compressed copies and build metadata. */
export const listAddressedFiles = ({
  files,
}: Pick<Release, 'files'>): { readonly name: string; readonly hash: string }[] =>
  Object.entries(files).flatMap(([path, hash]) =>
    path.startsWith('web/') && !/\.(?:br|gz|json)$/.test(path) ? [{ name: path.slice('web/'.length), hash }] : [],
  );

const VERSION = /^(?!\.)[\w.+-]{1,80}$/;
export const isVersion = (value: string): boolean => VERSION.test(value);

/** What a running host provides to remotes and requires of them. */
export const HostDescription = Type.Object({
  version: Type.String(),
  /** When it last announced itself. */
  seenAt: Type.String(),
  /** Supported contract versions. */
  contracts: Type.Array(Type.Integer()),
  /** Provided singletons and their versions. */
  singletons: Type.Record(Type.String(), Type.String()),
  /** What each singleton exports; older hosts do not record it. */
  exports: Type.Optional(NamesBySingleton),
  /** Store keys reserved for the shop. */
  slices: Strings,
  /** Whom it serves; older hosts do not record it and serve shoppers. */
  audiences: Type.Optional(Type.Array(Type.String())),
  /** Path prefixes that remotes may not use: "/api". */
  reservedPaths: Strings,
  /** Exposes it loads from every remote. */
  exposes: Strings,
  uses: Uses,
});
export type HostDescription = Static<typeof HostDescription>;
