import type { RemoteId } from '@shop/runtime/remotes';
import { createToken, listTokens, revokeToken, type Registry } from '..';
import { UsageError } from './parseArguments';

type Print = (line: string) => void;

const BY = 'command line';

/** Prints all tokens, without their secrets. */
export const printTokens = async (registry: Registry, print: Print): Promise<void> => {
  for (const { name, remotes, createdAt } of await listTokens(registry))
    print(`${name}  ${remotes.includes('*') ? 'operator' : remotes.join(', ')}  ${createdAt}`);
};

/** Creates a token and prints it, once. */
export const addToken = async (
  registry: Registry,
  name: string,
  { remotes, operator }: { readonly remotes: readonly RemoteId[]; readonly operator: boolean },
  print: Print,
): Promise<void> => {
  if (remotes.length === 0 && !operator) throw new UsageError('Name the remotes of the token, or use --operator.');
  const text = await createToken(registry, name, operator ? '*' : remotes, new Date());
  await registry.audit({
    at: new Date(),
    by: BY,
    action: 'token',
    outcome: 'done',
    details: { name, remotes: operator ? '*' : remotes },
  });
  print(`${text}\nStore it safely: it is shown only once.`);
};

export const revokeTokenByName = async (registry: Registry, name: string, print: Print): Promise<void> => {
  await revokeToken(registry, name);
  await registry.audit({ at: new Date(), by: BY, action: 'revoke-token', outcome: 'done', details: { name } });
  print(`The token "${name}" is revoked.`);
};
