import {
  UNDO_S,
  type decideReviews as decideReviewsEndpoint,
  type RequestOf,
  type ReviewOutcome,
} from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { insertAudit } from '../../audit/auditRepository';
import { addMs } from '../../clock';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { decideReview } from './decideReview';
import {
  deleteDecision,
  findState,
  insertDecision,
  lockReply,
  setReply,
  takeDueDecision,
} from './reviewDeskRepository';

type DeskContext = Pick<AppContext, 'database' | 'clock'> & {
  readonly config: Pick<AppContext['config'], 'publicUrl'>;
};
type Decisions = RequestOf<typeof decideReviewsEndpoint>['body'];

const STATES = { waiting: 'waits', published: 'is published', removed: 'is rejected' } as const;

const decideOne = async (
  connection: Queryable,
  { id, seen }: Decisions['reviews'][number],
  {
    to,
    reason = '',
    staff,
    dueAt,
  }: Omit<Decisions, 'reviews'> & { readonly staff: StaffSession; readonly dueAt: Date },
): Promise<string | null> => {
  const state = await findState(connection, id);
  if (!state) return 'There is no such review any more.';
  if (state.decidedBy !== null) return `${state.decidedBy} has just decided this one.`;
  if (state.status !== seen) return `Somebody else was faster: it ${STATES[state.status]}.`;
  const isNew = await insertDecision(connection, { reviewId: id, status: to, reason, actor: staff.actor }, dueAt);
  return isNew ? null : 'Somebody has just decided this one.';
};

/** Decides reviews, each on its own: what goes wrong with one stops no other. They take effect in ten seconds. */
export const decideReviews = async (
  { database, clock }: DeskContext,
  { reviews, ...decision }: Decisions,
  staff: StaffSession,
): Promise<ReviewOutcome[]> => {
  const dueAt = addMs(clock.now(), UNDO_S * 1_000);
  const outcomes: ReviewOutcome[] = [];
  for (const review of reviews)
    outcomes.push({
      id: review.id,
      error: await database.transaction((connection) => decideOne(connection, review, { ...decision, staff, dueAt })),
    });
  return outcomes;
};

/** Takes back decisions of this person that are not carried out yet. */
export const undoDecisions = async (
  { database }: DeskContext,
  ids: readonly number[],
  { staffId }: StaffSession,
): Promise<ReviewOutcome[]> => {
  const outcomes: ReviewOutcome[] = [];
  for (const id of ids)
    outcomes.push({
      id,
      error: (await deleteDecision(database, id, staffId)) ? null : 'It has taken effect already.',
    });
  return outcomes;
};

/** Carries out what is due: each decision in a transaction of its own, with whoever decided it in the audit. */
export const carryOutDecisions = async (context: DeskContext): Promise<void> => {
  const takeOne = (): Promise<boolean> =>
    context.database.transaction(async (connection) => {
      const now = context.clock.now();
      const due = await takeDueDecision(connection, now);
      if (!due) return false;
      const { reviewId, status, actor, reason } = due;
      await decideReview(context, connection, reviewId, { status, actor, reason, now });
      return true;
    });
  while (await takeOne());
};

/** Answers a review. @throws {ShopError} REVIEW_NOT_FOUND, or CHANGED_MEANWHILE with the other answer. */
export const replyToReview = (
  { database, clock }: DeskContext,
  id: number,
  { reply, seen }: { readonly reply: string; readonly seen: string },
  { actor }: StaffSession,
): Promise<void> =>
  database.transaction(async (connection) => {
    const before = await lockReply(connection, id);
    if (before === undefined) throw new ShopError('REVIEW_NOT_FOUND');
    if (before === reply) return;
    if (before !== seen) throw new ShopError('CHANGED_MEANWHILE', { fields: { reply: before } });
    await setReply(connection, id, reply);
    const change = { before: { reply: before }, after: { reply } };
    await insertAudit(connection, { actor, action: 'review.answered', subject: String(id), ...change }, clock.now());
  });
