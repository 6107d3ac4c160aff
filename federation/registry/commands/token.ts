import type { RemoteId } from '@shop/runtime/remotes';
import { createToken, listTokens, revokeToken, type Registry } from '..';

interface TokenOptions {
  readonly remotes: readonly RemoteId[];
  readonly operator: boolean;
}

/** Creates, lists and revokes tokens. Requires direct storage access: tokens cannot be created over HTTP. */
export const token = async (
  registry: Registry,
  action: string | undefined,
  name: string | undefined,
  { remotes, operator }: TokenOptions,
  print: (line: string) => void,
): Promise<void> => {
  if (action === 'list') {
    for (const known of await listTokens(registry))
      print(
        `${known.name}  ${known.remotes.includes('*') ? 'operator' : known.remotes.join(', ')}  ${known.createdAt}`,
      );
    return;
  }
  if (name === undefined || (action !== 'add' && action !== 'revoke'))
    throw new Error('token add <name> <remote>... | token add <name> --operator | token list | token revoke <name>');
  if (action === 'revoke') {
    await revokeToken(registry, name);
    await registry.audit({
      at: new Date(),
      by: 'command line',
      action: 'revoke-token',
      outcome: 'done',
      details: { name },
    });
    print(`The token "${name}" is revoked.`);
    return;
  }
  if (remotes.length === 0 && !operator) throw new Error('Name the remotes of the token, or use --operator.');
  const text = await createToken(registry, name, operator ? '*' : remotes, new Date());
  await registry.audit({
    at: new Date(),
    by: 'command line',
    action: 'token',
    outcome: 'done',
    details: { name, remotes: operator ? '*' : remotes },
  });
  print(`${text}\nStore it safely: it is shown only once.`);
};
