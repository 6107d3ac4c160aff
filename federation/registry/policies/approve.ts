import type { Occasion } from '../compositionFile';
import { goLive, promote, startCanary, type GoingLive } from '../goLive';
import type { RemoteId } from '../../remotes';
import type { RampPolicy } from '../ramp';
import type { Registry } from '../Registry';
import type { Caller } from './Caller';
import { decideRequest, findApprovable, reopenRequest, type GoLiveRequest } from './requests';

const run = async (
  registry: Registry,
  { kind, set, weight = 0 }: GoLiveRequest,
  ramp: RampPolicy | undefined,
  occasion: Occasion,
): Promise<GoingLive> => {
  if (kind === 'go-live') return goLive(registry, set, ramp, occasion);
  if (kind === 'promote') return { changed: (await promote(registry, set, occasion)).changed };
  for (const [remote, version] of Object.entries(set) as [RemoteId, string][])
    await startCanary(registry, remote, version, weight, occasion); // keys of a set are its type's keys
  return { changed: true };
};

/**
 * Makes live what was asked for, with all checks of now. Decided first, so that nobody declines what goes live, and a
 * process that is killed in between makes nothing live. Where it is refused, the request waits again.
 * @throws {RegistryError} `unknown`; `forbidden`; `conflict`; `refused` or `frozen`, with reasons.
 */
export const approve = async (
  registry: Registry,
  id: string,
  caller: Caller,
  ramp: RampPolicy | undefined,
  now: Date,
): Promise<GoingLive & { readonly request: GoLiveRequest }> => {
  const request = await findApprovable(registry, id, caller, now);
  await decideRequest(registry, id, caller, 'approved', undefined, now);
  const { by, reason, duringFreeze } = request;
  try {
    return {
      ...(await run(registry, request, ramp, { by, now, approvedBy: caller.name, request, reason, duringFreeze })),
      request,
    };
  } catch (error) {
    await reopenRequest(registry, request);
    throw error;
  }
};
