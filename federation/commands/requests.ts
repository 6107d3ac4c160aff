import { describeSet } from './describeRequest';
import { describeGoingLive } from './makeLive';
import type { CommandContext } from './runCommand';

/** What waits for a second person. */
export const listRequests = async ({ access, print }: CommandContext): Promise<void> => {
  const requests = await access.requests();
  for (const request of requests)
    print(
      `${request.id}  ${describeSet(request)}  asked for by ${request.by} at ${request.at}${request.reason === undefined ? '' : `: ${request.reason}`}  until ${request.expiresAt}`,
    );
  if (requests.length === 0) print('Nothing waits for a second person.');
};

export const approve = async ({ access, print }: CommandContext, id: string): Promise<void> => {
  const { request, ...outcome } = await access.approve(id);
  if (request.kind === 'canary') print(`${describeSet(request)} is shown`);
  else for (const line of describeGoingLive(request.set, outcome)) print(line);
};
