import { useAppSelector } from '@shop/shared/state';
import type { Storefront, StorefrontFeature } from '@shop/contracts/storefronts';

/** The storefronts as they are called now: staff can rename them. */
export const useStores = (): readonly Storefront[] =>
  Object.values(useAppSelector(({ storefront }) => storefront.storeConfig));

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options of a field that chooses a storefront, after the one for none. */
export const useStoreOptions = (none?: string): readonly Option[] => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...useStores().map(({ slug, name }) => ({ value: slug, label: name })),
];

/** What the pages of a storefront have, by its slug. */
export const useFeatures = (store: string): readonly StorefrontFeature[] =>
  useStores().find(({ slug }) => slug === store)?.features ?? [];
