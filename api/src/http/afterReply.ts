import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Runs work after the reply was sent, so that its duration cannot be measured (security.md 1.4). A failure is logged;
 * the client can repeat the request. Closing the app waits for pending work.
 */
export interface AfterReply {
  (reply: FastifyReply, work: () => Promise<void>): void;
  /** Resolves when no work is pending. */
  settled(): Promise<void>;
}

export const createAfterReply = (app: FastifyInstance): AfterReply => {
  const pending = new Set<Promise<void>>();
  const run = async (reply: FastifyReply, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      reply.log.error({ err: describeError(error) }, 'work after a reply failed');
    }
  };
  const settled = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending);
  };
  app.addHook('onClose', settled);

  const afterReply = (reply: FastifyReply, work: () => Promise<void>): void => {
    // Register the work before the reply is sent, so that `settled` cannot miss it. If the client has disconnected,
    // 'close' was already emitted and will not fire again.
    const sent = reply.raw.closed
      ? Promise.resolve()
      : new Promise<void>((resolve) => reply.raw.once('close', resolve));
    const task = sent.then(() => run(reply, work)).finally(() => pending.delete(task));
    pending.add(task);
  };
  return Object.assign(afterReply, { settled });
};
