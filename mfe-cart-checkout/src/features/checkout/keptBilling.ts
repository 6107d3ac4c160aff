import { EMPTY_BILLING, type BillingForm } from './billingFields';

const KEY = 'shop.checkout';

type Kept = { readonly owner: string | null; readonly billing: Partial<BillingForm> };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const parse = (text: string | null): Kept | undefined => {
  const kept: unknown = JSON.parse(text ?? 'null');
  if (!isObject(kept) || !('billing' in kept) || !isObject(kept.billing)) return undefined;
  const known = Object.keys(EMPTY_BILLING);
  const owner = 'owner' in kept && typeof kept.owner === 'string' ? kept.owner : null;
  return {
    owner,
    billing: Object.fromEntries(
      Object.entries(kept.billing).filter(([name, value]) => known.includes(name) && typeof value === 'string'),
    ),
  };
};

/**
 * Reads what was typed before this tab was reloaded; never payment data. What a guest typed stays available after
 * signing in; what a customer typed (`owner` is the account id) is only for that customer.
 */
export const readKeptBilling = (owner: string | null): Partial<BillingForm> => {
  try {
    const kept = parse(sessionStorage.getItem(KEY));
    if (!kept) return {};
    if (kept.owner === null || kept.owner === owner) return kept.billing;
    forgetBilling();
    return {};
  } catch {
    return {}; // Storage is blocked: the form starts empty.
  }
};

export const keepBilling = (owner: string | null, billing: Partial<BillingForm>): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, billing } satisfies Kept));
  } catch {
    // Storage is blocked or full: the values last only as long as the page.
  }
};

export const forgetBilling = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
};
