/**
 * State of slices that remotes inject. A remote adds its own by augmenting this interface:
 * `declare module '@shop/shared/state' { interface LazySlices extends WithSlice<typeof listingSlice> {} }`
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- remotes augment it
export interface LazySlices {}
