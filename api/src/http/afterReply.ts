import { describeError } from '@shop/observability/describeError';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Work that a caller must not be able to time: it starts when the answer has left (security.md 1.4). A failure is
 * logged: the shopper asks again, as for a mail that got lost. Closing the app waits for what has begun.
 */
export interface AfterReply {
  (reply: FastifyReply, work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export const createAfterReply = (app: FastifyInstance): AfterReply => {
  const underWay = new Set<Promise<void>>();
  const run = async (reply: FastifyReply, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      reply.log.error({ err: describeError(error) }, 'work after a reply failed');
    }
  };
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  app.addHook('onClose', settled);

  const afterReply = (reply: FastifyReply, work: () => Promise<void>): void => {
    // From here on it counts as under way, so that nobody who waits for the answer and then for this can miss it.
    // Whoever has gone away meanwhile was answered as far as can be: their connection closes only once.
    const answered = reply.raw.closed
      ? Promise.resolve()
      : new Promise<void>((resolve) => reply.raw.once('close', resolve));
    const whole = answered.then(() => run(reply, work)).finally(() => underWay.delete(whole));
    underWay.add(whole);
  };
  return Object.assign(afterReply, { settled });
};
