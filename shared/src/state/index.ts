/**
 * Slices that remotes inject. A remote adds its own by augmenting this interface:
 * `declare module '@shop/shared/state' { interface LazySlices extends WithSlice<typeof listingSlice> {} }`
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface to be augmented is empty at home
export interface LazySlices {}

export * from './accountLoader';
export * from './appThunk';
export * from './authSlice';
export * from './addToCart';
export * from './cartSlice';
export * from './categoriesSlice';
export * from './createShopStore';
export * from './currencySlice';
export * from './hooks';
export * from './noticesSlice';
export * from './pageLoader';
export * from './profileSlice';
export * from './quickViewSlice';
export * from './siteSlice';
export * from './storefrontSlice';
export * from './useMoney';
