import {
  COMMON_TEXTS,
  EVERY_STORE,
  isPostKey,
  STOREFRONT_TEXTS,
  type ContentKey,
  type DocumentKey,
  type SectionKind,
} from '@shop/contracts';

export const PAGE_NAMES: Readonly<Record<ContentKey, string>> = {
  home: 'Home page',
  menu: 'Menu of categories',
  mails: 'Mails',
  about: 'About',
  faq: 'Questions and answers',
  features: 'Features',
  terms: 'Terms',
  privacy: 'Privacy',
  'interest-based-ads': 'Interest-based ads',
  accessibility: 'Accessibility',
};

export const SECTION_NAMES: Readonly<Record<SectionKind, string>> = {
  hero: 'Hero slides',
  banner: 'Banner',
  welcome: 'Welcome',
  categories: 'Categories',
  tiles: 'Category tiles',
  collection: 'New collection',
  'top-products': 'Top products',
  promotions: 'Two banners',
  trending: 'Trending',
  brands: 'Brands',
  services: 'Service promises',
  delivery: 'Delivery',
  story: 'Story',
};

interface Page {
  readonly store: string;
  readonly key: ContentKey;
}

/** Every page that can be changed: of each storefront, then those of all. */
export const listPages = (stores: readonly string[]): readonly Page[] => [
  ...stores.flatMap((store) =>
    (['home', ...STOREFRONT_TEXTS, 'menu', 'mails'] as const).map((key): Page => ({ store, key })),
  ),
  ...COMMON_TEXTS.map((key) => ({ store: EVERY_STORE, key })),
];

export const isContentKey = (key: string): key is ContentKey => Object.hasOwn(PAGE_NAMES, key);

export const isDocumentKey = (key: string): key is DocumentKey => isContentKey(key) || isPostKey(key);
/** The editor of a document. */
export const getDocumentPath = ({ store, key }: { readonly store: string; readonly key: DocumentKey }): string =>
  `/admin/content/${store}/${key}`;
export const getDocumentName = (key: DocumentKey): string => (isPostKey(key) ? 'Post' : PAGE_NAMES[key]);

/** The list of a storefront's posts. */
export const getPostsPath = (store: string): string => `/admin/content/${store}/posts`;
