import type { RemoteId } from '@shop/federation/remotes';

/** What a page tells of a failure: nothing of the shopper's. */
export interface RumReport {
  /** `load`: a remote did not come. `render`: what came broke while it was shown. `error`: nobody caught it. */
  readonly kind: 'load' | 'render' | 'error';
  /** Whose code it was; null for the host's own. */
  readonly remote: RemoteId | null;
  readonly release: string | null;
  /** Name and message of the error, shortened. */
  readonly message: string;
  /** The first part of the page's path, such as "/orders": no number, no address. */
  readonly page: string;
}

export const RUM_PATH = '/rum';
export const MOST_MESSAGE_LETTERS = 300;
