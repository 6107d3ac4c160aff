import type { RequestContext } from '../../http/RequestContext';
import type { AppContext } from '../../AppContext';
import { describeDevice } from './describeDevice';
import { hashNetwork } from './hashNetwork';
import { insertSecurityEvent, type SecurityEvent } from './securityEventsRepository';

/** Records a failure after the reply, so that the response time does not reveal whether an account exists. */
export const recordFailure = (
  context: AppContext,
  { request, reply }: RequestContext,
  { kind, accountId }: Pick<SecurityEvent, 'kind' | 'accountId'>,
): void => {
  context.afterReply(reply, () =>
    insertSecurityEvent(
      context.database,
      {
        kind,
        accountId,
        network: hashNetwork(context, request),
        device: describeDevice(request.headers['user-agent']),
      },
      context.clock.now(),
    ),
  );
};
