import { CURRENCIES, CURRENCY_COOKIE } from '@shop/shared/contracts';
import { readCookie } from '../readCookie';

/** What this browser shows prices in; dollars where it says nothing we know. */
export const chooseCurrency = (cookieHeader: string | undefined): (typeof CURRENCIES)[number] =>
  CURRENCIES.find((code) => code === readCookie(cookieHeader, CURRENCY_COOKIE)) ?? 'USD';
