import { toNetworks } from '@shop/server-kit/http/toNetwork';
import { describeQuantity, type PlaceOrderBody } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { formatDollars } from '../../formatDollars';
import { ShopError } from '../../http/ShopError';
import { sumCents, type SoldLine } from '../cart/priceItems';
import { createAccountHolder, createMailboxHolder, createNetworkHolders } from './holders';
import type { Orderer } from './orderLimits';
import type { Holding } from './ordersRepository';

/** What unpaid orders may hold together: pieces of one product, and the value of all (decision 0027). */
interface Share {
  readonly pieces: number;
  readonly cents: number;
}

const MAILBOX_SHARE: Share = { pieces: 10, cents: 500_000 };
const CONNECTION_SHARE: Share = { pieces: 20, cents: 1_000_000 };
const CUSTOMER_SHARE: Share = { pieces: 30, cents: 1_500_000 };
/** Of customers without an order that was paid: accounts are made by the hundred. */
const NEW_CUSTOMERS_SHARE: Share = { pieces: 40, cents: 2_000_000 };

type HeldLine = Pick<SoldLine, 'productId' | 'name' | 'measure' | 'quantity' | 'priceCents'>;

interface HoldLimit extends Share {
  /** An HMAC. */
  readonly holder: string;
  readonly who: string;
}

/**
 * Lists whose shares an unpaid order counts toward: an account, and until it has paid for an order its networks; or the
 * mailbox and the networks of a guest.
 */
export const listHoldLimits = (
  context: Pick<AppContext, 'config'>,
  { billing }: PlaceOrderBody,
  { accountId, ip, hasPaid }: Pick<Orderer, 'accountId' | 'ip'> & { readonly hasPaid: boolean },
): HoldLimit[] => {
  const listNetworks = (isGuest: boolean, who: string, { pieces, cents }: Share): HoldLimit[] =>
    toNetworks(ip).map(({ name, share }) => {
      const [guests, newCustomers] = createNetworkHolders(context, name);
      return { holder: isGuest ? guests : newCustomers, who, pieces: pieces * share, cents: cents * share };
    });
  if (accountId === null)
    return [
      { holder: createMailboxHolder(context, billing.email), who: 'a guest', ...MAILBOX_SHARE },
      ...listNetworks(true, 'all guests on your network', CONNECTION_SHARE),
    ];
  return [
    { holder: createAccountHolder(context, accountId), who: 'a customer', ...CUSTOMER_SHARE },
    ...(hasPaid ? [] : listNetworks(false, 'all new customers on your network', NEW_CUSTOMERS_SHARE)),
  ];
};

const KILOGRAM = 1_000;

/** Goods sold loose are counted in steps: a kilogram of them counts as a piece. */
const countSteps = (pieces: number, measure: SoldLine['measure']): number =>
  measure?.stepGrams ? pieces * Math.max(1, Math.round(KILOGRAM / measure.stepGrams)) : pieces;

const describeLeft = (max: number, held: number, format: (amount: number) => string): string =>
  held === 0 ? '' : `, of which ${format(Math.max(0, max - held))} are left`;

/**
 * Checks that an unpaid order does not hold more stock than its holders may, together with their earlier ones.
 * @throws {ShopError} TOO_MUCH_UNPAID with what to change.
 */
export const requireHoldable = (
  limits: readonly HoldLimit[],
  holdings: readonly Holding[],
  lines: readonly HeldLine[],
): void => {
  const refuse = (who: string, what: string): never => {
    const logIn = who.includes('guest') ? ', or log in, which allows more' : '';
    const reason = `Unpaid orders of ${who} can hold ${what}. Order less, pay for earlier orders first${logIn}.`;
    throw new ShopError('TOO_MUCH_UNPAID', { reason, fields: { items: reason } });
  };
  for (const { holder, who, pieces, cents } of limits) {
    const held = holdings.filter((holding) => holding.holder === holder);
    // Of several lines of a product, the largest says what is too much.
    for (const { productId, name, measure } of [...lines].sort((a, b) => b.quantity - a.quantity)) {
      const ordered = lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);
      const heldPieces = held.find((holding) => holding.productId === productId)?.quantity ?? 0;
      const most = countSteps(pieces, measure);
      const format = (count: number): string => describeQuantity(count, measure);
      if (heldPieces + ordered > most)
        refuse(who, `at most ${format(most)} of ${name}${describeLeft(most, heldPieces, format)}`);
    }
    const heldCents = held.reduce((sum, holding) => sum + holding.cents, 0);
    if (heldCents + sumCents(lines) > cents) {
      const format = (amount: number): string => formatDollars(amount / 100);
      refuse(who, `goods worth at most ${format(cents)}${describeLeft(cents, heldCents, format)}`);
    }
  }
};
