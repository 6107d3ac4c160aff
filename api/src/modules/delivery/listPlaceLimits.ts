import { toNetworks } from '@shop/server-kit/http/toNetwork';
import type { AppContext } from '../../AppContext';
import { createAccountHolder, createMailboxHolder, createNetworkHolders } from '../orders/holders';
import type { PlaceLimit } from './deliveryRepository';

/** Places of a slot that unpaid orders and holds may have together (decision 0027). */
const MAX_OF_MAILBOX = 2;
const MAX_OF_ACCOUNT = 3;
const MAX_OF_CONNECTION = 5;

interface PlaceTaker {
  readonly accountId: string | null;
  /** True if the account has paid for an order: its network is not counted. */
  readonly hasPaid: boolean;
  /** Of a guest's order; null for a hold. */
  readonly email: string | null;
  readonly ip: string;
}

/** Lists whose share of a delivery slot a place counts toward. Guests and new customers of a network share one. */
export const listPlaceLimits = (
  context: Pick<AppContext, 'config'>,
  { accountId, hasPaid, email, ip }: PlaceTaker,
): PlaceLimit[] => {
  const networks = hasPaid
    ? []
    : toNetworks(ip).map(({ name, share }) => ({
        who: 'from your connection',
        holders: createNetworkHolders(context, name),
        max: MAX_OF_CONNECTION * share,
      }));
  if (accountId !== null)
    return [
      { who: 'of a customer', holders: [createAccountHolder(context, accountId)], max: MAX_OF_ACCOUNT },
      ...networks,
    ];
  return email === null
    ? networks
    : [
        { who: 'for an email address', holders: [createMailboxHolder(context, email)], max: MAX_OF_MAILBOX },
        ...networks,
      ];
};
