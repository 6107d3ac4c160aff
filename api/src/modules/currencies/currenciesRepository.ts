import { CURRENCIES, type CurrencyCode } from '@shop/contracts';
import type { Queryable, Readable } from '../../database/Database';

interface Currency {
  readonly code: CurrencyCode;
  readonly rate: number;
}

/** Returns currencies in the order of the contract, USD first. */
export const findCurrencies = async (database: Readable): Promise<Currency[]> => {
  const { rows } = await database.query<Currency>({
    name: 'currencies',
    text: 'SELECT code, rate::float8 AS rate FROM currencies WHERE code = ANY($1::text[]) ORDER BY array_position($1::text[], code)',
    values: [CURRENCIES],
  });
  return rows;
};

/** Returns the units of a currency per US dollar; always 1 for USD. */
export const findRate = async (database: Queryable, code: CurrencyCode): Promise<number | undefined> =>
  code === 'USD' ? 1 : (await findCurrencies(database)).find((currency) => currency.code === code)?.rate;
