import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import {
  applyStaffImport,
  discardImport,
  exportStaffProducts,
  getImport,
  listImportChanges,
  listImports,
  MAX_IMPORT_BYTES,
  planImportAgain,
  StorefrontSlug,
  undoStaffImport,
  uploadImport,
  type ImportChoices,
  type StaffImport,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../AppContext';
import { insertAudit } from '../../../audit/auditRepository';
import { listValues, readChoice } from '../../../http/readChoice';
import { isDiskError, type ReceiveUpload } from '../../../http/receiveUploads';
import { route, StreamedFile } from '../../../http/route';
import { ShopError } from '../../../http/ShopError';
import type { StaffSession } from '../../../http/StaffSession';
import { findAllBrands, findAllCategories } from '../productsImportRepository';
import { exportProducts } from './exportProducts';
import {
  beginApplying,
  beginUndoing,
  countFiles,
  deleteImport,
  findChanges,
  findImport,
  findImports,
  insertFilePart,
  insertWaiting,
  planAgain,
  type FoundImport,
} from './importsRepository';
import type { ImportOptions } from './planImport';

const LISTED = 20;
/** Files that are not applied. */
const MAX_FILES = 20;
const PART_BYTES = 1024 * 1024;

const readOptions = ({ store, category, brand, create }: ImportChoices): ImportOptions => {
  const chosen = readChoice('store', store, listValues(StorefrontSlug));
  return { ...(chosen && { store: chosen }), ...(category && { category }), ...(brand && { brand }), create };
};

const describe = ({ options, plan, done, total, ...row }: FoundImport): StaffImport => ({
  ...row,
  options: {
    store: options.store ?? '',
    category: options.category ?? '',
    brand: options.brand ?? '',
    create: options.create ?? false,
  },
  progress: { done, of: total },
  format: plan?.format ?? null,
  hash: plan?.hash ?? null,
  is_other: plan?.isOther ?? false,
  problems: [...(plan?.problems ?? [])],
  problem_count: plan?.problemCount ?? 0,
  notices: [...(plan?.notices ?? [])],
  notice_count: plan?.noticeCount ?? 0,
  new_categories: [...(plan?.newCategories ?? [])],
  new_brands: [...(plan?.newBrands ?? [])],
  pages: plan?.pages ?? 0,
});

const refuse = (reason: string): never => {
  throw new ShopError('IMPORT_REFUSED', { reason });
};

/** Imports and exports of products, for staff. */
export const importsRoutes = (app: FastifyInstance, context: AppContext, receive: ReceiveUpload): void => {
  const { database, clock } = context;

  const read = async (id: number) => {
    const found = await findImport(database, id);
    if (!found) throw new ShopError('IMPORT_NOT_FOUND');
    return found;
  };
  const answer = async (id: number, message: string) => ({
    status: true as const,
    message,
    data: describe(await read(id)),
  });

  /** Keeps a file of the disk, and returns its import. */
  const keepFile = async (
    path: string,
    { name, options }: { readonly name: string; readonly options: ImportOptions },
    { actor }: StaffSession,
  ): Promise<number> => {
    const file = await fs.open(path);
    try {
      return await database.transaction(async (connection) => {
        const at = clock.now();
        const id = await insertWaiting(connection, { at, actor, fileName: name, options });
        for (let position = 0; ; position += 1) {
          const part = Buffer.alloc(PART_BYTES);
          const { bytesRead } = await file.read(part, 0, PART_BYTES, position * PART_BYTES);
          // An empty file has one part, which is planned as any other.
          if (bytesRead === 0 && position > 0) break;
          await insertFilePart(connection, id, position, part.subarray(0, bytesRead));
        }
        await insertAudit(
          connection,
          { actor, action: 'products.file-uploaded', subject: name, after: { import: id } },
          at,
        );
        return id;
      });
    } finally {
      await file.close();
    }
  };

  const upload = async (
    body: IncomingMessage,
    file: { readonly name: string; readonly options: ImportOptions },
    staff: StaffSession,
  ): Promise<number> => {
    if ((await countFiles(database)) >= MAX_FILES)
      refuse(`${MAX_FILES} files wait to be imported already: import or discard one of them.`);
    return receive(body, MAX_IMPORT_BYTES, (path) => keepFile(path, file, staff)).catch((error: unknown) => {
      throw isDiskError(error) ? new ShopError('UNAVAILABLE') : error;
    });
  };

  route(app, uploadImport, {
    summary: 'Uploads a product file (CSV), also an export of WooCommerce, Shopify or Etsy. It is planned afterwards.',
    cache: 'private',
  })(async ({ query: { name, store = '', category = '', brand = '', create }, body }, { staff }) => {
    const options = readOptions({ store, category, brand, create: create === 'true' });
    const fileName = name?.split(/[/\\]/).at(-1)?.trim() || 'products.csv';
    return answer(await upload(body, { name: fileName, options }, staff), 'Uploaded.');
  });

  route(app, listImports, {
    summary: 'Lists the last imports, and the categories and brands to choose from.',
    cache: 'private',
  })(async () => ({
    status: true,
    message: 'Imports',
    data: {
      items: await findImports(database, LISTED),
      categories: await findAllCategories(database),
      brands: await findAllBrands(database),
    },
  }));

  route(app, getImport, { summary: 'Returns an import: its state, its plan, its problems.', cache: 'private' })(
    ({ params }) => answer(Number(params.id), 'Import'),
  );

  route(app, listImportChanges, {
    summary: 'Lists what a plan creates and changes, fifty products a page.',
    cache: 'private',
  })(async ({ params, query: { page = '1' } }) => {
    const { id, plan } = await read(Number(params.id));
    return {
      status: true,
      message: 'Changes',
      data: { items: await findChanges(database, id, Number(page)), pages: plan?.pages ?? 0 },
    };
  });

  route(app, planImportAgain, { summary: 'Plans a file again, with other options.', cache: 'private' })(
    async ({ params, body }) => {
      const { id, state } = await read(Number(params.id));
      if (!(await planAgain(database, id, readOptions(body), clock.now())))
        refuse(state === 'applying' ? 'It is being imported already.' : 'It has been imported already.');
      return answer(id, 'It is planned again.');
    },
  );

  route(app, applyStaffImport, {
    summary: 'Applies a plan in one step, unless it would write anything else by now.',
    cache: 'private',
  })(async ({ params, body: { hash } }, { staff: { actor } }) => {
    const { id, state, totals } = await read(Number(params.id));
    if (state === 'planned' && totals.created + totals.changed === 0)
      refuse('There is nothing to import: the shop is as the file says.');
    if (!(await beginApplying(database, id, { hash, actor, now: clock.now() }))) {
      const { state: found } = await read(id);
      if (found === 'applying' || found === 'applied') refuse('Somebody else has just imported it.');
      refuse('This is not the plan that you have seen. Look at it again.');
    }
    return answer(id, 'It is being imported.');
  });

  route(app, undoStaffImport, {
    summary: 'Undoes an import, while nobody has changed its products since.',
    cache: 'private',
  })(async ({ params }, { staff: { actor } }) => {
    const { id } = await read(Number(params.id));
    if (!(await beginUndoing(database, id, actor, clock.now()))) refuse('It can no longer be undone.');
    return answer(id, 'It is being undone.');
  });

  route(app, discardImport, { summary: 'Throws away a file that is not imported.', cache: 'private' })(
    async ({ params }, { staff: { actor } }) => {
      const { id } = await read(Number(params.id));
      await database.transaction(async (connection) => {
        const name = await deleteImport(connection, id);
        if (name === undefined) return refuse('It has been imported already.');
        const entry = { actor, action: 'products.file-discarded', subject: name, before: { import: id } } as const;
        return insertAudit(connection, entry, clock.now());
      });
      return { status: true, message: 'Discarded.' };
    },
  );

  route(app, exportStaffProducts, {
    summary: 'Returns products as CSV, with all columns of an import. It is in the audit.',
    cache: 'private',
  })(async ({ query }, { staff: { actor } }) => {
    const store = readChoice('store', query.store, listValues(StorefrontSlug));
    const entry = { actor, action: 'products.exported', subject: store ?? 'all' } as const;
    await insertAudit(database, entry, clock.now());
    return new StreamedFile(`products${store === null ? '' : `-${store}`}.csv`, exportProducts(database, store));
  });
};
