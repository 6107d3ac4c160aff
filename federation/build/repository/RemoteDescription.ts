import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Errors, type ValueError } from '@sinclair/typebox/errors';
import { Check } from '@sinclair/typebox/value';
import { AUDIENCES, type Audience } from '@shop/runtime/remotes';

/** A part of the site: "/" (the home page alone), "/gifts", "/shop/brands". */
export const MOUNT = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;

/**
 * Upper limit for every remote, whatever budget it declares: shoppers download every remote they visit. The largest
 * budgets are 8.5, 52 (mfe-auth) and 33 on demand (mfe-home), of which there may be twice as much, because a page loads
 * only its own part. Staff stay for hours on fewer remotes, and an editor is loaded when somebody edits. To exceed this
 * limit, agree with the other teams and change it here.
 */
export const MAX_BUDGET: Readonly<Record<Audience, Readonly<Record<'entry' | 'page' | 'lazy', number>>>> = {
  shoppers: { entry: 10, page: 60, lazy: 66 },
  staff: { entry: 10, page: 90, lazy: 320 },
};

export const MountPath = Type.String({ maxLength: 200, pattern: MOUNT.source });
const PrivateMount = Type.Object({ path: MountPath, private: Type.Literal(true) }, { additionalProperties: false });

export const AudienceName = Type.Union(AUDIENCES.map((audience) => Type.Literal(audience)));

const Kilobytes = (maximum: number) => Type.Number({ exclusiveMinimum: 0, maximum });

export const MissingTitle = Type.String({ minLength: 1, maxLength: 80 });

/** The `remote.json` of a remote's package. */
const RemoteFile = (max: (typeof MAX_BUDGET)[Audience]) =>
  Type.Object(
    {
      /** For shoppers by default; the registry believes `staff` only where the platform granted it. */
      audience: Type.Optional(AudienceName),
      /** Name of the owning team. */
      owner: Type.String({ minLength: 1, maxLength: 80 }),
      /** Port of its dev server; unique among remotes. */
      devPort: Type.Integer({ minimum: 1024, maximum: 65_535 }),
      /**
       * Path prefixes this remote owns; '/' means the home page only. Pages of a private one are their visitor's own:
       * the browser fills them, and search engines stay away.
       */
      mounts: Type.Array(Type.Union([MountPath, PrivateMount]), { minItems: 1, maxItems: 50 }),
      /** Title shown to visitors while it is unavailable. */
      missingTitle: MissingTitle,
      /** Maximum compressed size in kilobytes (brotli), checked by the registry and by `npm run sizes`. */
      budget: Type.Object(
        {
          entry: Kilobytes(max.entry),
          page: Kilobytes(max.page),
          /** JavaScript of the first page, its styles, and everything loaded on demand. */
          scripts: Type.Optional(Kilobytes(max.page)),
          styles: Type.Optional(Kilobytes(max.page)),
          lazy: Type.Optional(Kilobytes(max.lazy)),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  );
type RemoteFile = Static<ReturnType<typeof RemoteFile>>;

const FILES = { shoppers: RemoteFile(MAX_BUDGET.shoppers), staff: RemoteFile(MAX_BUDGET.staff) };
/** Only a valid audience has limits of its own. */
const chooseSchema = (file: unknown): (typeof FILES)[Audience] =>
  typeof file === 'object' && file !== null && 'audience' in file && file.audience === 'staff'
    ? FILES.staff
    : FILES.shoppers;

export const isRemoteFile = (file: unknown): file is RemoteFile => Check(chooseSchema(file), file);

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

/** The library's messages for these would not say why. */
const describeFault = ({ path, message, value, schema }: ValueError): string => {
  if (path === '/audience') return `it is for ${AUDIENCES.join(' or for ')}`;
  const maximum: unknown = schema['maximum'];
  return path.startsWith('/budget/') && typeof value === 'number' && typeof maximum === 'number' && value > maximum
    ? `${value} KB is more than the ${maximum} KB that any remote may have`
    : message;
};

/** Returns one sentence for each invalid field of a description; empty if it is valid. */
export const findFaults = (description: unknown): string[] => {
  const byField = new Map<string, string>();
  for (const fault of Errors(chooseSchema(description), description))
    if (!byField.has(fault.path)) byField.set(fault.path, describeFault(fault));
  return [...byField].map(([path, message]) => (path === '' ? message : `${toFieldName(path)}: ${message}`));
};
