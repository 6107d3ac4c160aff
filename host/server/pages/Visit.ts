import type { Composition } from '@shop/runtime/composition';
import type { Audience } from '@shop/runtime/remotes';
import type { ShownCurrency } from '@shop/shared/state';
import type { AdminTheme } from '@shop/contracts';
import type { StorefrontId } from '@shop/contracts/storefronts';
import type { ChosenReleases } from '../releases/LiveComposition';

/** Everything that determines a page. */
export interface Visit extends ChosenReleases {
  readonly audience: Audience;
  readonly url: string;
  readonly pathname: string;
  readonly storefront: StorefrontId;
  readonly currency: ShownCurrency;
  /** The theme of a page for staff; undefined if it follows the system. */
  readonly theme: AdminTheme | undefined;
  /** Public origin of the shop, or of the back office. */
  readonly siteOrigin: string;
  /** Whether the page is one of the visitor's own (`private` in remote.json), which browsers fill. */
  readonly isPrivate: boolean;
  /** Whether the visitor may be signed in: all that a private page knows of the visitor, and others do not. */
  readonly hasSession: boolean;
  /** Ids of stylesheets of the page that the browser has, sorted; null to link all of them. */
  readonly knownStyles: readonly string[] | null;
}

const formatComposition = (composition: Composition): string =>
  Object.entries(composition)
    .map(([remote, { version, previous }]) => `${remote}@${version}<${previous?.version ?? ''}`)
    .join(' ');

/** Visits with the same key get the same page. */
export const buildCacheKey = ({
  composition,
  storefront,
  currency,
  theme,
  siteOrigin,
  hasSession,
  knownStyles,
  url,
}: Visit): string =>
  [
    formatComposition(composition),
    storefront,
    currency,
    theme ?? '',
    siteOrigin,
    String(hasSession),
    knownStyles?.join(' ') ?? '',
    url,
  ].join('\n');
