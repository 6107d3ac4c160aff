import {
  changeCurrencySettings,
  changeOpeningSettings,
  changePaymentSettings,
  changeSearchSettings,
  changeShopSettings,
  getStaffSettings,
  storefronts,
  type CurrencySettings,
  type ResponseOf,
  type ShopSettings,
  type StorefrontSlug,
} from '@shop/contracts';
import type { Storefront } from '@shop/contracts/storefronts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { findCurrencies } from '../currencies/currenciesRepository';
import { requireConfirmed } from '../staff/staffSessions';
import { changeCurrencies, changeOpening, changePayments, changeSearch, changeShop } from './changeSettings';
import { readSettings, type Settings } from './readSettings';
import type { SettingKey } from './settingsRepository';

/** A storefront as its code has it. */
const toShopSettings = ({ support: { callNote = '', hours = '', ...support }, ...shop }: Storefront): ShopSettings => ({
  name: shop.name,
  tagline: shop.tagline,
  description: shop.description,
  utility_note: shop.utilityNote,
  seller: shop.seller ?? shop.name,
  ...support,
  hours,
  call_note: callNote,
  popular_searches: [...(shop.popularSearches ?? [])],
});

/** @throws {ShopError} SETTING_NOT_FOUND. */
const readStore = (store: string): StorefrontSlug => {
  const found = Object.values(storefronts).find(({ slug }) => slug === store);
  if (!found) throw new ShopError('SETTING_NOT_FOUND');
  return found.slug;
};

/** The settings of the back office. */
export const settingsRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock, config } = context;
  const by = ({ actor }: StaffSession) => ({ actor, now: clock.now() });

  const describe = async (settings: Settings): Promise<ResponseOf<typeof getStaffSettings>['data']> => {
    const group = <Value>(key: SettingKey, value: Value) => {
      const stored = settings.stored.find((setting) => setting.key === key);
      const { version = 0 } = stored ?? {};
      return { version, edited: stored ? { at: stored.editedAt.toISOString(), by: stored.editedBy } : null, value };
    };
    const rates = Object.fromEntries((await findCurrencies(database)).map(({ code, rate }) => [code, rate]));
    const { EUR = 1, GBP = 1 } = rates;
    const { bankAccount } = config;
    return {
      shops: Object.values(storefronts).map((storefront) => ({
        store: storefront.slug,
        shop: group(`shop.${storefront.slug}`, {
          ...toShopSettings(storefront),
          ...settings.shops[storefront.slug],
        }),
        opening: group(
          `opening.${storefront.slug}`,
          settings.openings[storefront.slug] ?? { notice: '', closed: false, closed_text: '' },
        ),
      })),
      payments: {
        ...group(
          'payments',
          settings.payments ?? {
            bank: bankAccount !== undefined,
            bank_account: bankAccount ?? '',
            global: true,
            cash: true,
          },
        ),
        provider: config.payments.provider,
      },
      currencies: group<CurrencySettings>('currencies', {
        rates: { EUR, GBP },
        rated_on: settings.currencies?.rated_on ?? clock.now().toISOString().slice(0, 10),
      }),
      search: group('search', settings.search ?? { synonyms: [] }),
    };
  };
  const answer = async (message: string): Promise<ResponseOf<typeof getStaffSettings>> => ({
    status: true,
    message,
    data: await describe(await readSettings(database)),
  });
  const change = async (work: (connection: Queryable) => Promise<void>) => {
    await database.transaction(work);
    return answer('Saved.');
  };

  route(app, getStaffSettings, { summary: 'Returns all settings, as they are in effect.', cache: 'private' })(() =>
    answer('Settings'),
  );

  route(app, changeShopSettings, {
    summary: 'Changes what shoppers read of a storefront, and where they reach it.',
    cache: 'private',
  })(({ params, body: { version: seen, value } }, { staff }) =>
    change((connection) => changeShop(connection, readStore(params.store), { seen, value }, by(staff))),
  );

  route(app, changeOpeningSettings, {
    summary: 'Changes the notice bar of a storefront, and whether it takes orders.',
    cache: 'private',
  })(({ params, body: { version: seen, value } }, { staff }) =>
    change((connection) => changeOpening(connection, readStore(params.store), { seen, value }, by(staff))),
  );

  route(app, changePaymentSettings, {
    summary: 'Changes the ways to pay and the bank account, after a confirmation.',
    cache: 'private',
  })(async ({ body: { version: seen, value } }, { staff }) => {
    requireConfirmed(context, staff);
    const { provider } = config.payments;
    return change((connection) => changePayments(connection, { seen, value }, provider, by(staff)));
  });

  route(app, changeCurrencySettings, { summary: "Changes the display currencies' rates.", cache: 'private' })(
    ({ body: { version: seen, value } }, { staff }) =>
      change((connection) => changeCurrencies(connection, { seen, value }, by(staff))),
  );

  route(app, changeSearchSettings, { summary: 'Changes which words find the same goods.', cache: 'private' })(
    ({ body: { version: seen, value } }, { staff }) =>
      change((connection) => changeSearch(connection, { seen, value }, by(staff))),
  );
};
