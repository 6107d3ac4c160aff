import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthWorld } from './AuthWorld';
import { describeDevice } from './describeDevice';
import { networkKey } from './networkKey';
import { insertSecurityEvent, type SecurityEvent } from './securityEventsRepository';

/** Records what failed once the answer has left: the time it takes tells nobody whether there is an account. */
export const recordFailure = (
  world: AuthWorld,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { kind, accountId }: Pick<SecurityEvent, 'kind' | 'accountId'>,
): void => {
  world.afterReply(reply, () =>
    insertSecurityEvent(
      world.database,
      { kind, accountId, network: networkKey(world, request), device: describeDevice(request.headers['user-agent']) },
      world.clock.now(),
    ),
  );
};
