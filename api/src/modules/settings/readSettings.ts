import {
  CurrencySettings,
  OpeningSettings,
  PaymentSettings,
  SearchSettings,
  ShopSettings,
  storefronts,
  type PaymentMethod,
  type StorefrontSlug,
} from '@shop/contracts';
import type { Static, TSchema } from '@sinclair/typebox';
import type { AppContext } from '../../AppContext';
import type { Readable } from '../../database/Database';
import { readKnown } from './readKnown';
import { findSettings, type SettingKey, type StoredSetting } from './settingsRepository';

/** What staff have set; null where everything is as configured. */
export interface Settings {
  readonly stored: readonly StoredSetting[];
  readonly shops: Readonly<Partial<Record<StorefrontSlug, ShopSettings>>>;
  readonly openings: Readonly<Partial<Record<StorefrontSlug, OpeningSettings>>>;
  readonly payments: PaymentSettings | null;
  readonly currencies: CurrencySettings | null;
  readonly search: SearchSettings | null;
}

const slugs = Object.values(storefronts).map(({ slug }) => slug);

/** Reads what staff have set, but for groups that another release has written in a way that this one does not know. */
export const readSettings = async (database: Readable): Promise<Settings> => {
  const stored = await findSettings(database);
  const read = <Schema extends TSchema>(key: SettingKey, schema: Schema): Static<Schema> | null =>
    readKnown(schema, stored.find((setting) => setting.key === key)?.value);
  const readEach = <Schema extends TSchema>(
    kind: 'shop' | 'opening',
    schema: Schema,
  ): Partial<Record<StorefrontSlug, Static<Schema>>> =>
    Object.fromEntries(
      slugs.flatMap((slug) => {
        const value = read(`${kind}.${slug}`, schema);
        return value === null ? [] : [[slug, value]];
      }),
    ); // the keys are slugs
  return {
    stored,
    shops: readEach('shop', ShopSettings),
    openings: readEach('opening', OpeningSettings),
    payments: read('payments', PaymentSettings),
    currencies: read('currencies', CurrencySettings),
    search: read('search', SearchSettings),
  };
};

/** The part of the configuration that staff can set. */
type Configured = Pick<AppContext['config'], 'bankAccount'>;

const chooseBankAccount = (
  { bankAccount }: Configured,
  { payments }: Pick<Settings, 'payments'>,
): string | undefined => {
  if (!payments) return bankAccount;
  return payments.bank_account === '' ? undefined : payments.bank_account;
};

/** Returns where customers transfer money to, also while staff take no new orders by transfer; undefined if unset. */
export const readBankAccount = async (database: Readable, config: Configured): Promise<string | undefined> =>
  chooseBankAccount(config, await readSettings(database));

/** What decides about the ways to pay. */
export interface PaymentConfig {
  readonly provider: AppContext['config']['payments']['provider'];
  /** Undefined if customers cannot transfer money. */
  readonly bankAccount: string | undefined;
  /** Those that staff have switched off: the checkout does not name them. */
  readonly isOff: Readonly<Record<PaymentMethod, boolean>>;
}

/** Returns how customers can pay: what is configured, without what staff have switched off. */
export const choosePaymentConfig = (
  config: Configured & Pick<AppContext['config'], 'payments'>,
  settings: Pick<Settings, 'payments'>,
): PaymentConfig => ({
  provider: config.payments.provider,
  bankAccount: settings.payments?.bank === false ? undefined : chooseBankAccount(config, settings),
  isOff: {
    bank: settings.payments?.bank === false,
    global: settings.payments?.global === false,
    cash: settings.payments?.cash === false,
  },
});
