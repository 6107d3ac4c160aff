import { listReviews, REVIEW_SORTS, writeReview as writeReviewEndpoint } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import { parsePage } from '../../http/parsePage';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { findReviewPage } from './reviewsRepository';
import { writeReview } from './writeReview';

export const reviewsRoutes = (app: FastifyInstance, context: AppContext): void => {
  route(app, listReviews, { auth: 'anyone', cache: 'fresh' })(async ({ params, query }) => {
    const sort = REVIEW_SORTS.find((known) => known === query.sort) ?? 'newest';
    const page = await findReviewPage(context.database, params.id.replaceAll('\0', ''), sort, parsePage(query.page));
    if (!page) throw new ShopError('PRODUCT_NOT_FOUND');
    return { success: true, data: page, message: 'Reviews' };
  });

  route(app, writeReviewEndpoint, { auth: 'session', cache: 'private' })(async ({ params, body }, { session }) => {
    const { accountId } = session;
    return {
      success: true,
      data: await writeReview(context, accountId, params.id.replaceAll('\0', ''), body),
      message: 'Thank you for your review.',
    };
  });
};
