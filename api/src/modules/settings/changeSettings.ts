import type { CurrencySettings, OpeningSettings, PaymentSettings, SearchSettings, ShopSettings } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { ShopError } from '../../http/ShopError';
import { findSettings, updateRates, writeSetting, type SettingKey } from './settingsRepository';

interface By {
  readonly actor: Actor;
  readonly now: Date;
}

type Value = ShopSettings | OpeningSettings | PaymentSettings | CurrencySettings | SearchSettings;

/** A group as it shall be. `seen` is the version that was edited; 0 if it was as configured. */
export interface SettingChange<T extends Value = Value> {
  readonly seen: number;
  readonly value: T;
}

/** @throws {ShopError} CHANGED_MEANWHILE. */
const write = async (
  connection: Queryable,
  key: SettingKey,
  { seen, value }: SettingChange,
  { actor, now }: By,
): Promise<void> => {
  const before = (await findSettings(connection)).find((setting) => setting.key === key)?.value;
  const setting = { key, value, editedAt: now, editedBy: actor.name };
  if (!(await writeSetting(connection, setting, seen))) throw new ShopError('CHANGED_MEANWHILE');
  await insertAudit(
    connection,
    {
      actor,
      action: 'setting.changed',
      subject: key,
      before: before as Readonly<Record<string, unknown>> | undefined,
      after: { ...value },
    },
    now,
  );
};

/** Changes what shoppers read of a storefront. @throws {ShopError} CHANGED_MEANWHILE. */
export const changeShop = (
  connection: Queryable,
  store: string,
  change: SettingChange<ShopSettings>,
  by: By,
): Promise<void> => write(connection, `shop.${store}`, change, by);

/** Changes the notice bar and whether orders are taken. @throws {ShopError} CHANGED_MEANWHILE, INVALID_REQUEST. */
export const changeOpening = async (
  connection: Queryable,
  store: string,
  change: SettingChange<OpeningSettings>,
  by: By,
): Promise<void> => {
  if (change.value.closed && change.value.closed_text.trim() === '')
    return refuseField('closed_text', 'Say when the shop opens again, such as “Back on Monday.”');
  return write(connection, `opening.${store}`, change, by);
};

/**
 * Changes the ways to pay.
 * @throws {ShopError} CHANGED_MEANWHILE, INVALID_REQUEST if none would be left, or a transfer has no account.
 */
export const changePayments = async (
  connection: Queryable,
  change: SettingChange<PaymentSettings>,
  provider: string,
  by: By,
): Promise<void> => {
  const { bank, bank_account: account, global, cash } = change.value;
  if (bank && account.trim() === '') return refuseField('bank_account', 'Say where customers transfer money to.');
  if (!bank && !cash && !(global && provider !== 'none')) return refuseField('cash', 'Leave at least one way to pay.');
  return write(connection, 'payments', change, by);
};

/** Changes the display currencies' rates. @throws {ShopError} CHANGED_MEANWHILE, INVALID_REQUEST. */
export const changeCurrencies = async (
  connection: Queryable,
  change: SettingChange<CurrencySettings>,
  by: By,
): Promise<void> => {
  const { rated_on: day, rates } = change.value;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    return refuseField('rated_on', 'Enter a day, such as 2026-11-29.');
  if (at > by.now) return refuseField('rated_on', 'This day is still to come.');
  await write(connection, 'currencies', change, by);
  await updateRates(connection, rates);
};

/** Changes which words find the same goods. @throws {ShopError} CHANGED_MEANWHILE. */
export const changeSearch = (connection: Queryable, change: SettingChange<SearchSettings>, by: By): Promise<void> =>
  write(connection, 'search', change, by);
