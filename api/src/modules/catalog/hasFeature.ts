import { storefronts, type StorefrontFeature, type StorefrontSlug } from '@shop/contracts';

export const hasFeature = (store: StorefrontSlug, name: StorefrontFeature): boolean =>
  Object.values(storefronts).some(({ slug, features }) => slug === store && features.includes(name));

/** The value, or null for products of storefronts without the feature, which show nothing of it. */
export const onlyWithFeatureSql = (name: StorefrontFeature, value: string, store: string): string => {
  const stores = Object.values(storefronts)
    .map(({ slug }) => slug)
    .filter((slug) => hasFeature(slug, name));
  return `CASE WHEN ${store} = ANY('{${stores.join()}}') THEN ${value} END`;
};
