import { getWaitingReview, listReviews, REVIEW_SORTS, writeReview as writeReviewEndpoint } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { parsePage } from '../../http/parsePage';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { AppContext } from '../../AppContext';
import { findReviewPage, findWaitingReview } from './reviewsRepository';
import { writeReview } from './writeReview';

export const reviewsRoutes = (app: FastifyInstance, context: AppContext): void => {
  route(app, listReviews, {
    summary: `Returns a page of a product's written reviews, sorted by ${REVIEW_SORTS.join(', ')}. 404 for an unknown product.`,
    cache: 'fresh',
  })(async ({ params, query }) => {
    const sort = REVIEW_SORTS.find((known) => known === query.sort) ?? 'newest';
    const page = await findReviewPage(context.reads, params.id.replaceAll('\0', ''), sort, parsePage(query.page));
    if (!page) throw new ShopError('PRODUCT_NOT_FOUND');
    return { success: true, data: page, message: 'Reviews' };
  });

  route(app, writeReviewEndpoint, {
    summary:
      'Writes a review of a customer, one per product (409 for a second one), five a day. Without a paid order of the product it waits for a check. Returns the newest reviews.',
    cache: 'private',
  })(async ({ params, body }, { session }) => {
    const { accountId } = session;
    const data = await writeReview(context, accountId, params.id.replaceAll('\0', ''), body);
    return {
      success: true,
      data,
      message: data.waiting
        ? 'Thank you. Your review will be shown once we have checked it.'
        : 'Thank you for your review.',
    };
  });

  route(app, getWaitingReview, {
    summary: "Returns the customer's own review of a product while it waits for a check; otherwise null.",
    cache: 'private',
  })(async ({ params }, { session }) => {
    const { accountId } = session;
    const review = await findWaitingReview(context.database, params.id.replaceAll('\0', ''), accountId);
    return { success: true, data: review ?? null, message: 'Your review' };
  });
};
