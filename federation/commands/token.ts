import { createToken, listTokens, revokeToken, type Registry } from '../registry';
import type { RemoteId } from '../remotes';

interface TokenOptions {
  readonly remotes: readonly RemoteId[];
  readonly operator: boolean;
}

/** Makes, lists and revokes tokens, beside the storage: nobody gives out rights over HTTP. */
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
    print(`The token "${name}" is worth nothing any more.`);
    return;
  }
  if (remotes.length === 0 && !operator) throw new Error('Say for which remotes the token is, or --operator.');
  const text = await createToken(registry, name, operator ? '*' : remotes, new Date());
  await registry.audit({
    at: new Date(),
    by: 'command line',
    action: 'token',
    outcome: 'done',
    details: { name, remotes: operator ? '*' : remotes },
  });
  print(`${text}\nKeep it where secrets are kept: it is shown this once.`);
};
