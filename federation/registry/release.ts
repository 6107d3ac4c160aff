import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** What a release says of itself, written once when it is published. All file names are relative to the release. */
export const Release = Type.Object({
  remote: Type.String(),
  version: Type.String(),
  contract: Type.Integer(),
  publishedAt: Type.String(),
  web: Type.Object({
    entry: Type.String(),
    /** What a page of this remote needs at once: preloaded by the server-rendered HTML. */
    scripts: Type.Array(Type.String()),
    styles: Type.Array(Type.String()),
    /** What lazily loaded routes need beyond that, by chunk name; absent in releases from before there were any. */
    chunks: Type.Optional(Type.Record(Type.String(), Type.Object({ scripts: Type.Array(Type.String()), styles: Type.Array(Type.String()) }))),
  }),
  node: Type.Object({ entry: Type.String() }),
  /** SHA-384 of every file, base64. */
  files: Type.Record(Type.String(), Type.String()),
});
export type Release = Static<typeof Release>;

/** The `integrity` attribute of one of its web files; a file it does not know has one that nothing fulfils: fail closed. */
export const integrityOf = ({ files }: Release, file: string): string => `sha384-${files[`web/${file}`] ?? 'unknown'}`;

/** The only thing that changes: which release of each remote is live, and which was before it. */
export const CompositionFile = Type.Object({
  live: Type.Record(Type.String(), Type.String()),
  history: Type.Array(
    Type.Object({ at: Type.String(), remote: Type.String(), from: Type.Union([Type.String(), Type.Null()]), to: Type.String() }),
  ),
});
export type CompositionFile = Static<typeof CompositionFile>;
