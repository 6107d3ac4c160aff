import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { describeDevice } from './describeDevice';
import { networkKey } from './networkKey';
import { insertSecurityEvent, type SecurityEvent } from './securityEventsRepository';

/** Records what failed once the answer has left: the time it takes tells nobody whether there is an account. */
export const recordFailure = (
  context: AppContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { kind, accountId }: Pick<SecurityEvent, 'kind' | 'accountId'>,
): void => {
  context.afterReply(reply, () =>
    insertSecurityEvent(
      context.database,
      { kind, accountId, network: networkKey(context, request), device: describeDevice(request.headers['user-agent']) },
      context.clock.now(),
    ),
  );
};
