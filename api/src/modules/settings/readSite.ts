import { storefronts, type SiteChanges, type StorefrontChanges, type StorefrontSlug } from '@shop/contracts';
import type { Storefront } from '@shop/contracts/storefronts';
import type { Readable } from '../../database/Database';
import { findDocuments, findPublished, type DocumentState } from '../content/documentsRepository';
import { readSettings, type Settings } from './readSettings';

/** As many as a menu has room for. */
const MAX_CATEGORIES = 30;

interface StoredCategory {
  readonly store: StorefrontSlug;
  readonly slug: string;
  readonly name: string;
}

const findCategories = async (database: Readable): Promise<readonly StoredCategory[]> => {
  const { rows } = await database.query<StoredCategory>({
    name: 'site-categories',
    text: 'SELECT store, slug, name FROM categories ORDER BY store, position, slug',
    values: [],
  });
  return rows;
};

/** Returns the categories of a storefront if they differ from those of its code, in number, order, address or name. */
const describeCategories = (
  { slug: store, categories }: Storefront,
  stored: readonly StoredCategory[],
): Pick<StorefrontChanges, 'categories'> => {
  const own = stored.filter((category) => category.store === store);
  const isAsCompiled =
    own.length === categories.length &&
    categories.every(({ slug, name }, at) => own[at]?.slug === slug && own[at].name === name);
  return isAsCompiled ? {} : { categories: own.slice(0, MAX_CATEGORIES).map(({ slug, name }) => ({ slug, name })) };
};

const describeShop = (storefront: Storefront, { shops }: Settings): StorefrontChanges => {
  const shop = shops[storefront.slug];
  if (!shop) return {};
  return {
    name: shop.name,
    tagline: shop.tagline,
    description: shop.description,
    utilityNote: shop.utility_note,
    seller: shop.seller,
    support: {
      email: shop.email,
      phone: shop.phone,
      street: shop.street,
      town: shop.town,
      hours: shop.hours ?? storefront.support.hours,
      callNote: shop.phone === '' ? '' : (shop.call_note ?? storefront.support.callNote),
    },
    popularSearches: shop.popular_searches,
  };
};

const describeOpening = ({ slug }: Storefront, { openings }: Settings): StorefrontChanges => {
  const opening = openings[slug];
  return {
    ...(opening?.notice ? { notice: opening.notice } : {}),
    ...(opening?.closed ? { closed: opening.closed_text } : {}),
  };
};

/** Returns which documents a storefront shows that were published, its own and those of every storefront. */
const describePublished = (
  documents: readonly DocumentState[],
  { slug }: Storefront,
): Pick<StorefrontChanges, 'published'> => {
  const published = documents.flatMap(({ store, key, published: number }) =>
    number !== null && key !== 'mails' && (store === slug || store === 'every-store') ? [[key, number] as const] : [],
  );
  return published.length === 0 ? {} : { published: Object.fromEntries(published) };
};

/** Returns what staff have changed about the storefronts; nothing of those that are as compiled. */
export const readSite = async (database: Readable): Promise<SiteChanges> => {
  const [settings, documents, categories] = await Promise.all([
    readSettings(database),
    findDocuments(database),
    findCategories(database),
  ]);
  const entries = await Promise.all(
    Object.values(storefronts).map(async (storefront) => {
      const { published } = describePublished(documents, storefront);
      const menu =
        published?.['menu'] === undefined
          ? undefined
          : await findPublished(database, { store: storefront.slug, key: 'menu' });
      const changes: StorefrontChanges = {
        ...describeShop(storefront, settings),
        ...describeOpening(storefront, settings),
        ...describeCategories(storefront, categories),
        ...(menu ? { menu: menu.body as Record<string, unknown> } : {}),
        ...(published ? { published } : {}),
      };
      return [storefront.id, changes] as const;
    }),
  );
  return Object.fromEntries(entries.filter(([, changes]) => Object.keys(changes).length > 0));
};
