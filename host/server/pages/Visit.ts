import type { Composition } from '@shop/runtime/composition';
import type { ShownCurrency } from '@shop/shared/state';
import type { StorefrontId } from '@shop/shared/storefronts';
import type { ChosenReleases } from '../releases/LiveComposition';

/** Everything that determines a page, except the visitor. */
export interface Visit extends ChosenReleases {
  readonly url: string;
  readonly pathname: string;
  readonly storefront: StorefrontId;
  readonly currency: ShownCurrency;
  /** Public origin of the shop. */
  readonly siteOrigin: string;
  /** Ids of stylesheets of the page that the browser has, sorted; null to link all of them. */
  readonly knownStyles: readonly string[] | null;
}

const formatComposition = (composition: Composition): string =>
  Object.entries(composition)
    .map(([remote, { version, previous }]) => `${remote}@${version}<${previous?.version ?? ''}`)
    .join(' ');

/** Visits with the same key get the same page, unless it is private. */
export const buildCacheKey = ({ composition, storefront, currency, siteOrigin, knownStyles, url }: Visit): string =>
  [formatComposition(composition), storefront, currency, siteOrigin, knownStyles?.join(' ') ?? '', url].join('\n');
