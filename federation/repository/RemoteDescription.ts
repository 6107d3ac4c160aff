import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Errors } from '@sinclair/typebox/errors';
import { MAX_BUDGET } from '../registry/checks/budget';
import { MOUNT } from '../registry/release';

const Kilobytes = Type.Number({ exclusiveMinimum: 0 });

/** What a remote says about itself, in the `remote.json` of its own package. */
export const RemoteDescription = Type.Object(
  {
    /** The team, as people call it. */
    owner: Type.String({ minLength: 1, maxLength: 80 }),
    /** Port of its dev server; no other remote has it. */
    devPort: Type.Integer({ minimum: 1024, maximum: 65_535 }),
    /** Path prefixes whose screens this remote owns; '/' means the home page alone. */
    mounts: Type.Array(Type.String({ maxLength: 200, pattern: MOUNT.source }), { minItems: 1, maxItems: 50 }),
    /** What the shopper reads in its place while it is away. */
    missingTitle: Type.String({ minLength: 1, maxLength: 80 }),
    /**
     * True: a second person approves what goes live of it. What is live decides, too, so a release that drops this is
     * itself approved.
     */
    needsSecondPerson: Type.Optional(Type.Boolean()),
    /**
     * The maximum size in kilobytes of brotli. The registry checks `entry` and `page`, `npm run sizes` checks all of
     * them.
     */
    budget: Type.Object(
      {
        entry: Type.Number({ exclusiveMinimum: 0, maximum: MAX_BUDGET.entry }),
        page: Type.Number({ exclusiveMinimum: 0, maximum: MAX_BUDGET.page }),
        /** The JavaScript of its first page, its styles, and everything that is loaded on demand. */
        scripts: Type.Optional(Kilobytes),
        styles: Type.Optional(Kilobytes),
        lazy: Type.Optional(Kilobytes),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type RemoteDescription = Static<typeof RemoteDescription>;

/** "budget.page" of "/budget/page". */
const fieldOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** What is wrong with a description: one sentence for each field, empty where nothing is. */
export const findFaults = (description: unknown): string[] => {
  const byField = new Map<string, string>();
  for (const { path, message } of Errors(RemoteDescription, description))
    if (!byField.has(path)) byField.set(path, message);
  return [...byField].map(([path, message]) => (path === '' ? message : `${fieldOf(path)}: ${message}`));
};
