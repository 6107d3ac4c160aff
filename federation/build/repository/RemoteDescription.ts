import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Errors, type ValueError } from '@sinclair/typebox/errors';

/** A part of the site: "/" (the home page alone), "/gifts", "/shop/brands". */
export const MOUNT = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;

/**
 * Upper limit for every remote, whatever budget it declares: shoppers download every remote they visit. The largest
 * budgets are 8.5, 52 (mfe-auth) and 33 on demand (mfe-home), of which there may be twice as much, because a page loads
 * only its own part. To exceed this limit, agree with the other teams and change it here.
 */
export const MAX_BUDGET = { entry: 10, page: 60, lazy: 66 };

export const MountPath = Type.String({ maxLength: 200, pattern: MOUNT.source });
const PrivateMount = Type.Object({ path: MountPath, private: Type.Literal(true) }, { additionalProperties: false });

const Kilobytes = (maximum: number) => Type.Number({ exclusiveMinimum: 0, maximum });

/** The `remote.json` of a remote's package. */
export const RemoteFile = Type.Object(
  {
    /** Name of the owning team. */
    owner: Type.String({ minLength: 1, maxLength: 80 }),
    /** Port of its dev server; unique among remotes. */
    devPort: Type.Integer({ minimum: 1024, maximum: 65_535 }),
    /**
     * Path prefixes this remote owns; '/' means the home page only. Pages of a private one are their visitor's own: the
     * browser fills them, and search engines stay away.
     */
    mounts: Type.Array(Type.Union([MountPath, PrivateMount]), { minItems: 1, maxItems: 50 }),
    /** Title shown to shoppers while it is unavailable. */
    missingTitle: Type.String({ minLength: 1, maxLength: 80 }),
    /** Maximum compressed size in kilobytes (brotli), checked by the registry and by `npm run sizes`. */
    budget: Type.Object(
      {
        entry: Kilobytes(MAX_BUDGET.entry),
        page: Kilobytes(MAX_BUDGET.page),
        /** JavaScript of the first page, its styles, and everything loaded on demand. */
        scripts: Type.Optional(Kilobytes(MAX_BUDGET.page)),
        styles: Type.Optional(Kilobytes(MAX_BUDGET.page)),
        lazy: Type.Optional(Kilobytes(MAX_BUDGET.lazy)),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
type RemoteFile = Static<typeof RemoteFile>;

/** Description of a remote. */
export interface RemoteDescription extends Omit<RemoteFile, 'mounts'> {
  readonly mounts: readonly string[];
  readonly privateMounts: readonly string[];
}

export const toDescription = ({ mounts, ...file }: RemoteFile): RemoteDescription => ({
  ...file,
  mounts: mounts.map((mount) => (typeof mount === 'string' ? mount : mount.path)),
  privateMounts: mounts.flatMap((mount) => (typeof mount === 'string' ? [] : mount.path)),
});

/** Converts a JSON pointer to a field name: "/budget/page" to "budget.page". */
const toFieldName = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** The library's message for a budget that is too large would not say why. */
const describeFault = ({ path, message, value, schema }: ValueError): string => {
  const maximum: unknown = schema['maximum'];
  return path.startsWith('/budget/') && typeof value === 'number' && typeof maximum === 'number' && value > maximum
    ? `${value} KB is more than the ${maximum} KB that any remote may have`
    : message;
};

/** Returns one sentence for each invalid field of a description; empty if it is valid. */
export const findFaults = (description: unknown): string[] => {
  const byField = new Map<string, string>();
  for (const fault of Errors(RemoteFile, description))
    if (!byField.has(fault.path)) byField.set(fault.path, describeFault(fault));
  return [...byField].map(([path, message]) => (path === '' ? message : `${toFieldName(path)}: ${message}`));
};
