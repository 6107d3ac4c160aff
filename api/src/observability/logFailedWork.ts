import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyBaseLogger } from 'fastify';

/** Called when work that no request asked for has failed. `work` names it, such as "sending mails". */
export type WorkFailed = (error: unknown, work: string) => void;

export const logFailedWork =
  (log: Pick<FastifyBaseLogger, 'warn'>): WorkFailed =>
  (error, work) =>
    log.warn({ err: describeError(error), work }, 'background work failed');
