import {
  decideReviews as decideReviewsEndpoint,
  getCounts,
  listStaffReviews,
  mayDo,
  replyToReview as replyToReviewEndpoint,
  undoReviewDecisions,
  type ReviewState,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { refuseField } from '../../http/readChoice';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { countDeskOrders } from '../orders/orderDeskRepository';
import { decideReviews, replyToReview, undoDecisions } from './reviewDesk';
import { countWaitingReviews, findDeskReview, findDeskReviews, type ReviewDeskFilter } from './reviewDeskRepository';

const STATES: readonly string[] = ['waiting', 'published', 'removed'] satisfies readonly ReviewState[];
const CURSOR = /^(\d{1,15})-(\d{1,9})$/;

const isState = (text: string): text is ReviewState => STATES.includes(text);

/** @throws {ShopError} INVALID_REQUEST with the parameter that is wrong. */
const readFilter = ({
  state = 'waiting',
  stars = '',
  product = '',
  cursor,
}: Readonly<Partial<Record<'state' | 'stars' | 'product' | 'cursor', string>>>): ReviewDeskFilter => {
  if (!isState(state)) return refuseField('state', `One of ${STATES.join(', ')}.`);
  if (stars !== '' && !/^[1-5]$/.test(stars)) return refuseField('stars', 'From 1 to 5.');
  const place = cursor === undefined ? null : CURSOR.exec(cursor);
  if (cursor !== undefined && !place) return refuseField('cursor', 'This page does not exist.');
  return {
    state,
    stars: stars === '' ? null : Number(stars),
    productId: product === '' ? null : product,
    after: place ? { date: new Date(Number(place[1])), id: Number(place[2]) } : null,
  };
};

/** The desk for reviews. */
export const reviewDeskRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database } = context;

  route(app, listStaffReviews, {
    summary: 'Lists reviews: of those that wait the oldest first, otherwise the newest; fifty at a time.',
    cache: 'private',
  })(async ({ query }) => ({
    status: true,
    message: 'Reviews',
    data: await findDeskReviews(database, readFilter(query)),
  }));

  route(app, decideReviewsEndpoint, {
    summary: 'Publishes or rejects reviews. It takes effect after ten seconds; until then it can be taken back.',
    cache: 'private',
  })(async ({ body }, { staff }) => ({
    status: true,
    message: 'Decided.',
    data: await decideReviews(context, body, staff),
  }));

  route(app, undoReviewDecisions, {
    summary: "Takes back one's own decisions of the last ten seconds.",
    cache: 'private',
  })(async ({ body }, { staff }) => ({
    status: true,
    message: 'Taken back.',
    data: await undoDecisions(context, body.ids, staff),
  }));

  route(app, replyToReviewEndpoint, {
    summary: 'Answers a review in public, or takes the answer back.',
    cache: 'private',
  })(async ({ params, body }, { staff }) => {
    const id = Number(params.id);
    await replyToReview(context, id, body, staff);
    const review = await findDeskReview(database, id);
    if (!review) throw new ShopError('REVIEW_NOT_FOUND');
    return { status: true, message: 'Saved.', review };
  });

  route(app, getCounts, { summary: 'Counts what waits for this person, at most a thousand each.', cache: 'private' })(
    async (_parts, { staff }) => ({
      status: true,
      message: 'What waits',
      data: {
        ...(mayDo(staff.role, 'reviews.write') && { reviews: await countWaitingReviews(database) }),
        ...(mayDo(staff.role, 'orders.read') && (await countDeskOrders(database, context.clock.now()))),
      },
    }),
  );
};
