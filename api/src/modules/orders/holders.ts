import type { AppContext } from '../../AppContext';
import { toMailbox } from '../auth/normalizeEmail';
import { hmac } from '../../secrets';

type HolderKind = 'account' | 'mailbox' | 'network' | 'new-customers';

const createHolder = ({ config }: Pick<AppContext, 'config'>, kind: HolderKind, of: string): string =>
  `${kind}:${hmac(config.authSecret, 'holder', kind, of)}`;

/** Values of `order_holders`: HMACs of whose share of stock and delivery slots an unpaid order counts toward. */
export const createAccountHolder = (context: Pick<AppContext, 'config'>, accountId: string): string =>
  createHolder(context, 'account', accountId);

export const createMailboxHolder = (context: Pick<AppContext, 'config'>, email: string): string =>
  createHolder(context, 'mailbox', toMailbox(email));

/** Returns the holder of a network's guests, and that of its customers who have not paid for an order yet. */
export const createNetworkHolders = (
  context: Pick<AppContext, 'config'>,
  network: string,
): readonly [guests: string, newCustomers: string] => [
  createHolder(context, 'network', network),
  createHolder(context, 'new-customers', network),
];
