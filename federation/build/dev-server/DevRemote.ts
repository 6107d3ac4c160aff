import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { AudienceName, MissingTitle, MountPath } from '../repository/RemoteDescription';

/** Path at which a dev server describes its remote to the host. */
export const DEV_REMOTE_PATH = '/dev-remote.json';
/** Path of its node build's files. */
export const DEV_NODE_PATH = '/node/';
/** Path of the host's client with development React, which Fast Refresh needs. */
export const DEV_CLIENT_PATH = '/host/';

const FileName = Type.String({ maxLength: 200, pattern: /^(?!\.)[\w.@+-]+$/.source });
const Styles = Type.Array(FileName, { maxItems: 50 });

const Built = Type.Object({
  remote: Type.String(),
  audience: Type.Optional(AudienceName),
  mounts: Type.Array(MountPath, { minItems: 1, maxItems: 50 }),
  privateMounts: Type.Optional(Type.Array(MountPath, { maxItems: 50 })),
  missingTitle: MissingTitle,
  /** Scripts of the host's client, in order. */
  clientScripts: Type.Array(FileName, { minItems: 1, maxItems: 10 }),
  web: Type.Object({
    entry: FileName,
    /** Styles of all pages of the remote. */
    styles: Styles,
    /** Additional styles by chunk name. */
    chunkStyles: Type.Record(Type.String(), Styles, { maxProperties: 200 }),
  }),
  node: Type.Object({
    entry: FileName,
    /** SHA-384 of every file, base64. */
    files: Type.Record(FileName, Type.String({ maxLength: 100 }), { additionalProperties: false }),
  }),
});

/** A remote that does not compile, with the compiler's errors. */
const Broken = Type.Object({ remote: Type.String(), problem: Type.String() });

/** Description of a remote by its dev server. */
export const DevRemote = Type.Union([Broken, Built]);
export type DevRemote = Static<typeof DevRemote>;
export type BuiltDevRemote = Static<typeof Built>;
