import {
  changeStaffProducts,
  listStaffProducts,
  PRODUCT_VIEWS,
  StorefrontSlug,
  type ProductOutcome,
  type ProductView,
  type RequestOf,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../AppContext';
import { listValues, readChoice, refuseField } from '../../../http/readChoice';
import { route } from '../../../http/route';
import { ShopError } from '../../../http/ShopError';
import { changeProduct, type ProductChange } from './changeProduct';
import { findDeskProducts, type ProductDeskFilter, type ProductPlace } from './productDeskRepository';

const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+\d\d)~([a-z0-9-]{1,64})$/;
const LOW_CURSOR = /^(\d{1,4})~([a-z0-9-]{1,64})$/;

const readPlace = (cursor: string | undefined, view: ProductView): ProductPlace | null => {
  if (cursor === undefined || cursor === '') return null;
  const isLow = view === 'low';
  const [, key, id] = (isLow ? LOW_CURSOR : CURSOR).exec(cursor) ?? [];
  if (key === undefined || id === undefined || (!isLow && Number.isNaN(Date.parse(key))))
    return refuseField('cursor', 'This page does not exist.');
  return { key, id };
};

/** @throws {ShopError} INVALID_REQUEST with the field that is wrong. */
const readFilter = (query: RequestOf<typeof listStaffProducts>['query']): ProductDeskFilter => {
  const view = readChoice<ProductView>('view', query.view, PRODUCT_VIEWS) ?? 'all';
  return {
    view,
    store: readChoice('store', query.store, listValues(StorefrontSlug)),
    category: query.category || null,
    brand: query.brand || null,
    q: query.q ?? '',
    after: readPlace(query.cursor, view),
  };
};

/** @throws {ShopError} INVALID_REQUEST unless there is one change. */
const readChange = ({
  status,
  price_percent: price,
  sale_percent: sale,
}: Omit<RequestOf<typeof changeStaffProducts>['body'], 'ids'>): ProductChange => {
  const changes: ProductChange[] = [
    ...(status === undefined ? [] : [{ kind: 'status', status } as const]),
    ...(price === undefined ? [] : [{ kind: 'price', percent: price } as const]),
    ...(sale === undefined ? [] : [{ kind: 'sale', percent: sale } as const]),
  ];
  const [change, other] = changes;
  return change && !other ? change : refuseField('status', 'One change at a time.');
};

/** The desk of products. */
export const productDeskRoutes = (app: FastifyInstance, { database, clock }: AppContext): void => {
  route(app, listStaffProducts, {
    summary: 'Lists products, the last changed first, what runs low by what is left; fifty at a time.',
    cache: 'private',
  })(async ({ query }) => {
    const { next, ...page } = await findDeskProducts(database, readFilter(query));
    return {
      status: true,
      message: 'Products',
      data: { ...page, next: next && `${next.key}~${next.id}` },
    };
  });

  route(app, changeStaffProducts, {
    summary: 'Changes the status, the prices or the sale of products, each on its own.',
    cache: 'private',
  })(async ({ body: { ids, ...body } }, { staff }) => {
    const change = readChange(body);
    const by = { actor: staff.actor, now: clock.now() };
    const outcomes: ProductOutcome[] = [];
    for (const id of new Set(ids)) {
      const error = await database
        .transaction((connection) => changeProduct(connection, id, change, by))
        .then(
          () => null,
          (reason: unknown) => {
            if (reason instanceof ShopError) return reason.message;
            throw reason;
          },
        );
      outcomes.push({ id, error });
    }
    return { status: true, message: 'Changed.', data: outcomes };
  });
};
