import type { ApiClient } from '../api-client/apiClient';

/** What thunks receive as `extra`. */
export interface ShopServices {
  readonly api: ApiClient;
}
