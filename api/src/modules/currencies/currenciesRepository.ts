import { CURRENCIES, type CurrencyCode } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

interface Currency {
  readonly code: CurrencyCode;
  readonly rate: number;
}

/** In the shop's own order, the dollar first. */
export const findCurrencies = async (database: Queryable): Promise<Currency[]> => {
  const { rows } = await database.query<Currency>({
    name: 'currencies',
    text: 'SELECT code, rate::float8 AS rate FROM currencies WHERE code = ANY($1::text[]) ORDER BY array_position($1::text[], code)',
    values: [CURRENCIES],
  });
  return rows;
};

/** Units for a dollar now; the dollar's own is 1 whatever the table says. */
export const findRate = async (database: Queryable, code: CurrencyCode): Promise<number | undefined> =>
  code === 'USD' ? 1 : (await findCurrencies(database)).find((currency) => currency.code === code)?.rate;
