import { EMPTY_BILLING, type BillingForm } from './billingFields';

const KEY = 'shop.checkout';

/** What was typed before a reload of this tab. Payment data is never in it. */
export const readKeptBilling = (): Partial<BillingForm> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const known = Object.keys(EMPTY_BILLING);
    return Object.fromEntries(Object.entries(kept).filter(([name, value]) => known.includes(name) && typeof value === 'string'));
  } catch {
    return {}; // storage is blocked: the form starts empty
  }
};

export const keepBilling = (form: Partial<BillingForm>): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(form));
  } catch {
    // blocked or full: the form lives on in this page
  }
};

export const forgetBilling = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // blocked: nothing was kept
  }
};
