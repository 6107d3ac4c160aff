import { CURRENCIES, CURRENCY_COOKIE } from '@shop/contracts';
import { readCookie } from '../readCookie';

/** Returns the currency chosen in this browser, US dollars by default. */
export const chooseCurrency = (cookieHeader: string | undefined): (typeof CURRENCIES)[number] =>
  CURRENCIES.find((code) => code === readCookie(cookieHeader, CURRENCY_COOKIE)) ?? 'USD';
