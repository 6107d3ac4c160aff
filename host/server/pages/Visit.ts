import type { Composition } from '@shop/federation/composition';
import type { ShownCurrency } from '@shop/shared/state';
import type { StorefrontId } from '@shop/shared/storefronts';
import type { ChosenReleases } from '../releases/LiveComposition';

/** All that decides what a page shows, but for who asks. */
export interface Visit extends ChosenReleases {
  /** Path and query. */
  readonly url: string;
  readonly pathname: string;
  readonly storefront: StorefrontId;
  readonly currency: ShownCurrency;
  /** Where the shop is on the web. */
  readonly siteOrigin: string;
}

const formatComposition = (composition: Composition): string =>
  Object.entries(composition)
    .map(([remote, { version, previous }]) => `${remote}@${version}<${previous?.version ?? ''}`)
    .join(' ');

/** Visits of one key are shown the same page, as long as it is nobody's own. */
export const buildCacheKey = ({ composition, storefront, currency, siteOrigin, url }: Visit): string =>
  [formatComposition(composition), storefront, currency, siteOrigin, url].join('\n');
