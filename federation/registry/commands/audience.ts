import type { Audience, RemoteId } from '@shop/runtime/remotes';
import { grantAudience, withAudit, type Registry } from '..';

/** Says whom a remote may be for. */
export const setAudience = async (
  registry: Registry,
  remote: RemoteId,
  audience: Audience,
  print: (line: string) => void,
): Promise<void> => {
  await withAudit(registry, 'command line', 'audience', { remote, audience }, () =>
    grantAudience(registry, remote, audience),
  );
  print(`${remote} is for ${audience}.`);
};
