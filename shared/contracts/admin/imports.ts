import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { MAX_IMPORT_BYTES } from '../constants';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { OptionalText } from '../fields';

const MAX_IMPORT_NAME_LENGTH = 200;
const MAX_GROUP_LENGTH = 80;

/**
 * Planned in the background: it waits, is planned, can be applied or is refused for its problems. Then it is applied
 * and can be undone. It has failed if that was not possible.
 */
export const ImportState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('planning'),
  Type.Literal('planned'),
  Type.Literal('refused'),
  Type.Literal('applying'),
  Type.Literal('applied'),
  Type.Literal('undoing'),
  Type.Literal('undone'),
  Type.Literal('failed'),
]);
export type ImportState = Static<typeof ImportState>;

const store = Type.String({ maxLength: 128 });
/** What is said once for the whole file; '' for nothing. */
const ImportOptions = Closed({
  /** The storefront of new products that name none. */
  store,
  /** Slug or name, of new products that name none that exists. */
  category: OptionalText(MAX_GROUP_LENGTH),
  brand: OptionalText(MAX_GROUP_LENGTH),
  /** Makes the categories and brands that do not exist. */
  create: Type.Boolean(),
});
export type ImportChoices = Static<typeof ImportOptions>;

const Totals = Type.Object({ created: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() });

export const ImportRow = Type.Object({
  id: Type.Integer(),
  file: Type.String(),
  state: ImportState,
  /** ISO 8601 instant at which it came, or was applied. */
  at: Type.String(),
  by: Type.String(),
  totals: Totals,
  can_undo: Type.Boolean(),
  /** Null unless it was undone. */
  undone_by: Nullable(Type.String()),
});
export type ImportRow = Static<typeof ImportRow>;

const Problem = Type.Object({
  line: Type.Integer(),
  /** '' if it concerns the whole line. */
  column: Type.String(),
  /** Continues a sentence that begins with the column's name. */
  message: Type.String(),
});
export type StaffImportProblem = Static<typeof Problem>;

const Group = Type.Object({ store: Type.String(), slug: Type.String(), name: Type.String() });
export type ImportGroup = Static<typeof Group>;

export const StaffImport = Type.Object({
  ...ImportRow.properties,
  options: ImportOptions,
  /** Products that are done, of all; 0 of 0 if that is not known yet. */
  progress: Type.Object({ done: Type.Integer(), of: Type.Integer() }),
  /** Which shop has written the file; null for our own columns. */
  format: Nullable(Type.String()),
  /** Of the plan: who applies it says which one they have seen. */
  hash: Nullable(Type.String()),
  /** Products have changed since somebody wanted to apply it, so that it is another one now. */
  is_other: Type.Boolean(),
  /** The first thousand, by line. */
  problems: Type.Array(Problem),
  problem_count: Type.Integer(),
  /** The first hundred. */
  notices: Type.Array(Problem),
  notice_count: Type.Integer(),
  /** What does not exist: it is made if `create` says so. */
  new_categories: Type.Array(Group),
  new_brands: Type.Array(Group),
  /** Pages of changes. */
  pages: Type.Integer(),
  /** A sentence: why it failed, waits, or was not undone. '' if nothing is wrong. */
  error: Type.String(),
});
export type StaffImport = Static<typeof StaffImport>;

/** A product that is created or changed. */
const Change = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_new: Type.Boolean(),
  /** As a file writes them; what is long is cut around its first difference. */
  columns: Type.Array(Type.Object({ column: Type.String(), before: Type.String(), after: Type.String() })),
});
export type ImportChange = Static<typeof Change>;

const access = { staff: 'catalog.write' } as const;
const params = Type.Object({ id: Type.String({ maxLength: 9, pattern: /^\d+$/.source }) });
const answer = Type.Object({ status: Type.Literal(true), message: Type.String(), data: StaffImport });

/** Uploads a product file, which is planned afterwards. It is kept until it is applied or discarded, for a day. */
export const uploadImport = defineEndpoint({
  method: 'PUT',
  path: '/admin/imports',
  access,
  query: Type.Object({
    /** 'products.csv' if unset. */
    name: Type.Optional(OptionalText(MAX_IMPORT_NAME_LENGTH)),
    store: Type.Optional(store),
    category: Type.Optional(OptionalText(MAX_GROUP_LENGTH)),
    brand: Type.Optional(OptionalText(MAX_GROUP_LENGTH)),
    create: Type.Optional(Type.Literal('true')),
  }),
  bytes: { maxBytes: MAX_IMPORT_BYTES },
  response: answer,
  failureMessage: 'The file could not be uploaded.',
});

/** The last imports, and the categories and brands to choose from. */
export const listImports = defineEndpoint({
  method: 'GET',
  path: '/admin/imports',
  access,
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      items: Type.Array(ImportRow),
      categories: Type.Array(Group),
      brands: Type.Array(Group),
    }),
  }),
  failureMessage: 'Failed to fetch the imports',
});

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/admin/imports/:id',
  access,
  params,
  response: answer,
  failureMessage: 'Failed to fetch the import',
});

/** What a plan creates and changes, fifty products at a time. */
export const listImportChanges = defineEndpoint({
  method: 'GET',
  path: '/admin/imports/:id/changes',
  access,
  params,
  query: Type.Object({
    /** From 1 on. */
    page: Type.Optional(Type.String({ maxLength: 9, pattern: /^\d+$/.source })),
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(Change), pages: Type.Integer() }),
  }),
  failureMessage: 'Failed to fetch the changes',
});

/** Plans a file again, with other options or as the shop is now. */
export const planImportAgain = defineEndpoint({
  method: 'PATCH',
  path: '/admin/imports/:id',
  access,
  params,
  body: ImportOptions,
  response: answer,
  failureMessage: 'The file could not be planned again.',
});

/** Applies a plan as it was seen: if it would write anything else by now, it is planned again instead. */
export const applyStaffImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/:id/apply',
  access,
  params,
  body: Closed({ hash: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: answer,
  failureMessage: 'The file could not be imported.',
});

/** Undoes an import while nobody has changed its products since. */
export const undoStaffImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/:id/undo',
  access,
  params,
  response: answer,
  failureMessage: 'The import could not be undone.',
});

/** Throws away a file that is not applied. */
export const discardImport = defineEndpoint({
  method: 'DELETE',
  path: '/admin/imports/:id',
  access,
  params,
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'The file could not be discarded.',
});

/** Products as CSV, with all columns of an import. Browsers save it; no page reads it. */
export const exportStaffProducts = defineEndpoint({
  method: 'GET',
  path: '/admin/products/export',
  access,
  query: Type.Object({ store: Type.Optional(store) }),
  response: Type.String(),
  failureMessage: 'The products could not be exported.',
});
