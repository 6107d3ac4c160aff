import {
  changeProductStock as changeProductStockEndpoint,
  changeStaffProduct,
  createStaffProduct,
  deleteStaffProduct,
  duplicateStaffProduct,
  getProductChoices,
  getStaffProduct,
  listStockChanges,
  previewStaffProduct,
  type StaffProduct,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../AppContext';
import { refuseField } from '../../../http/readChoice';
import { route } from '../../../http/route';
import { ShopError } from '../../../http/ShopError';
import type { StaffSession } from '../../../http/StaffSession';
import { createDraftKey } from '../../../http/draftKey';
import { findStockChanges, type StockPlace } from '../stockChangesRepository';
import { changeProductStock } from './changeProductStock';
import { createDraft, duplicateProduct } from './createDraft';
import { deleteDraft } from './deleteDraft';
import { findPieces } from './productPageRepository';
import { readProductChoices, readStaffProduct } from './readStaffProduct';
import { explainTakenSku, saveProduct, type ByActor } from './saveProduct';

const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+\d\d)~([so][\d-]{1,20})$/;

const readPlace = (cursor: string | undefined): StockPlace | null => {
  if (cursor === undefined || cursor === '') return null;
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    return refuseField('cursor', 'This page does not exist.');
  return { at, id };
};

/** The page of a product in the back office. */
export const productPageRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock, config } = context;
  const by = ({ actor }: StaffSession): ByActor => ({ actor, now: clock.now() });
  const answer = async (
    id: string,
    message: string,
  ): Promise<{ status: true; message: string; data: StaffProduct }> => ({
    status: true,
    message,
    data: await readStaffProduct(context, id),
  });

  route(app, getProductChoices, {
    summary: 'Lists the categories, brands and attribute values of each storefront.',
    cache: 'private',
  })(async () => ({ status: true, message: 'Choices', data: await readProductChoices(context) }));

  route(app, getStaffProduct, {
    summary: 'Returns a product with what can be edited, its stock and what has happened.',
    cache: 'private',
  })(({ params }) => answer(params.id, 'Product'));

  route(app, createStaffProduct, { summary: 'Makes a draft.', cache: 'private' })(async ({ body }, { staff }) => {
    const id = await database
      .transaction((connection) => createDraft(connection, body, by(staff)))
      .catch(explainTakenSku);
    return answer(id, 'Created.');
  });

  route(app, changeStaffProduct, {
    summary: 'Changes fields of a product. 409 with theirs if somebody else was faster.',
    cache: 'private',
  })(async ({ params, body }, { staff }) => {
    await database
      .transaction((connection) => saveProduct(connection, params.id, body, by(staff)))
      .catch(explainTakenSku);
    return answer(params.id, 'Saved.');
  });

  route(app, duplicateStaffProduct, {
    summary: 'Makes a draft that is the same, with an id and SKUs of its own.',
    cache: 'private',
  })(async ({ params }, { staff }) => {
    const id = await database.transaction((connection) => duplicateProduct(connection, params.id, by(staff)));
    return answer(id, 'Duplicated.');
  });

  route(app, deleteStaffProduct, { summary: 'Deletes a draft that no order has.', cache: 'private' })(
    async ({ params }, { staff }) => {
      await database.transaction((connection) => deleteDraft(connection, params.id, by(staff)));
      return { status: true, message: 'Deleted.' };
    },
  );

  route(app, previewStaffProduct, {
    summary: "Makes a link to the shop's page of a product, also of a draft, for an hour.",
    cache: 'private',
  })(async ({ params: { id } }) => {
    if ((await findPieces(database, id)).length === 0) throw new ShopError('PRODUCT_NOT_FOUND');
    const { key, validUntil } = createDraftKey(config, id, clock.now());
    return {
      status: true,
      message: 'Preview',
      url: new URL(`/products/${id}?draft=${key}`, config.publicUrl).href,
      valid_until: validUntil.toISOString(),
    };
  });

  route(app, changeProductStockEndpoint, {
    summary: 'Changes the stock of a product or variant, by some pieces or to what was counted.',
    cache: 'private',
  })(async ({ params, body }, { staff }) => {
    await database.transaction((connection) => changeProductStock(connection, params.id, body, by(staff)));
    return answer(params.id, 'Stock changed.');
  });

  route(app, listStockChanges, {
    summary: 'Lists how the stock of a product has changed, newest first; fifty at a time.',
    cache: 'private',
  })(async ({ params, query }) => {
    const { items, next } = await findStockChanges(database, params.id, readPlace(query.cursor));
    return { status: true, message: 'Stock', data: { items, next: next && `${next.at}~${next.id}` } };
  });
};
