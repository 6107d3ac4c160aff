import { describeRequestedReleases } from './describeRequest';
import { describeGoLive } from './makeLive';
import type { CommandContext } from './CommandContext';

/** Lists the requests that wait for a second person. */
export const listRequests = async ({ access, print }: CommandContext): Promise<void> => {
  const requests = await access.listRequests();
  for (const request of requests)
    print(
      `${request.id}  ${describeRequestedReleases(request)}  requested by ${request.by} at ${request.at}${request.reason === undefined ? '' : `: ${request.reason}`}  until ${request.expiresAt}`,
    );
  if (requests.length === 0) print('No request is waiting for a second person.');
};

export const approve = async ({ access, print }: CommandContext, id: string): Promise<void> => {
  const { request, ...outcome } = await access.approve(id);
  if (request.kind === 'canary') print(`${describeRequestedReleases(request)} is shown`);
  else for (const line of describeGoLive(request.set, outcome)) print(line);
};
