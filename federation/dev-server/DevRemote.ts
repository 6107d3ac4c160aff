import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { RemoteDescription } from '../repository/RemoteDescription';

/** Where a dev server tells the host what it serves. */
export const DEV_REMOTE_PATH = '/dev-remote.json';
/** Its node build, by the names of its files. */
export const DEV_NODE_PATH = '/node/';
/** The host's client with development React: Fast Refresh needs it. */
export const DEV_CLIENT_PATH = '/host/';

const FileName = Type.String({ maxLength: 200, pattern: /^(?!\.)[\w.@+-]+$/.source });
const Styles = Type.Array(FileName, { maxItems: 50 });

const Built = Type.Object({
  remote: Type.String(),
  mounts: RemoteDescription.properties.mounts,
  missingTitle: RemoteDescription.properties.missingTitle,
  /** Scripts of the host's client, in order. */
  clientScripts: Type.Array(FileName, { minItems: 1, maxItems: 10 }),
  web: Type.Object({
    entry: FileName,
    /** Of every page of the remote. */
    styles: Styles,
    /** Of pages that load a part of it, by the part's name. */
    chunkStyles: Type.Record(Type.String(), Styles, { maxProperties: 200 }),
  }),
  node: Type.Object({
    entry: FileName,
    /** SHA-384 of every file, base64. */
    files: Type.Record(FileName, Type.String({ maxLength: 100 }), { additionalProperties: false }),
  }),
});

/** What does not compile says why, as the compiler did. */
const Broken = Type.Object({ remote: Type.String(), problem: Type.String() });

/** What a dev server says of its remote. */
export const DevRemote = Type.Union([Broken, Built]);
export type DevRemote = Static<typeof DevRemote>;
export type BuiltDevRemote = Static<typeof Built>;
