import { describeRequestedReleases } from './describeRequest';
import { describeGoLive } from './makeLive';
import type { CommandContext } from './runCommand';

/** What waits for a second person. */
export const listRequests = async ({ access, print }: CommandContext): Promise<void> => {
  const requests = await access.requests();
  for (const request of requests)
    print(
      `${request.id}  ${describeRequestedReleases(request)}  asked for by ${request.by} at ${request.at}${request.reason === undefined ? '' : `: ${request.reason}`}  until ${request.expiresAt}`,
    );
  if (requests.length === 0) print('Nothing waits for a second person.');
};

export const approve = async ({ access, print }: CommandContext, id: string): Promise<void> => {
  const { request, ...outcome } = await access.approve(id);
  if (request.kind === 'canary') print(`${describeRequestedReleases(request)} is shown`);
  else for (const line of describeGoLive(request.set, outcome)) print(line);
};
