import { storefronts, type StorefrontFeature, type StorefrontSlug } from '@shop/contracts';

export const hasFeature = (store: StorefrontSlug, name: StorefrontFeature): boolean =>
  Object.values(storefronts).some(({ slug, features }) => slug === store && features.includes(name));

/** Whether the storefront of a product has a feature. */
export const hasFeatureSql = (name: StorefrontFeature, store: string): string => {
  const stores = Object.values(storefronts)
    .map(({ slug }) => slug)
    .filter((slug) => hasFeature(slug, name));
  return `${store} = ANY('{${stores.join()}}')`;
};

/** The value, or null for products of storefronts without the feature, which show nothing of it. */
export const onlyWithFeatureSql = (name: StorefrontFeature, value: string, store: string): string =>
  `CASE WHEN ${hasFeatureSql(name, store)} THEN ${value} END`;
