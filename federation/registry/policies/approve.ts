import type { RemoteId } from '@shop/runtime/remotes';
import type { ChangeContext } from '../compositionFile';
import { goLive, promote, startCanary, type GoLiveResult } from '../goLive';
import type { RampPolicy } from '../ramp';
import type { Registry } from '../Registry';
import type { Caller } from './Caller';
import { decideRequest, findApprovable, reopenRequest, type GoLiveRequest } from './requests';

const runRequest = async (
  registry: Registry,
  { kind, set, weight = 0 }: GoLiveRequest,
  ramp: RampPolicy | undefined,
  context: ChangeContext,
): Promise<GoLiveResult> => {
  if (kind === 'go-live') return goLive(registry, set, ramp, context);
  if (kind === 'promote') return { changed: (await promote(registry, set, context)).changed };
  for (const [remote, version] of Object.entries(set) as [RemoteId, string][])
    await startCanary(registry, remote, version, weight, context); // keys of a set are its type's keys
  return { changed: true };
};

/**
 * Approves a request and makes its releases live after running all checks again. The approval is recorded first, so
 * that the request cannot be declined meanwhile, and a process killed in between makes nothing live. If the releases
 * are refused, the request is reopened.
 * @throws {RegistryError} `unknown`; `forbidden`; `conflict`; `refused` or `frozen`, with reasons.
 */
export const approve = async (
  registry: Registry,
  id: string,
  caller: Caller,
  ramp: RampPolicy | undefined,
  now: Date,
): Promise<GoLiveResult & { readonly request: GoLiveRequest }> => {
  const request = await findApprovable(registry, id, caller, now);
  await decideRequest(registry, id, caller, 'approved', undefined, now);
  const { by, reason, duringFreeze } = request;
  try {
    return {
      ...(await runRequest(registry, request, ramp, {
        by,
        now,
        approvedBy: caller.name,
        request,
        reason,
        duringFreeze,
      })),
      request,
    };
  } catch (error) {
    await reopenRequest(registry, request);
    throw error;
  }
};
