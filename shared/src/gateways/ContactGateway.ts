import type { Result } from '../api-client/apiClient';
import type { ContactMessage } from '@shop/contracts/contact';

export interface ContactGateway {
  /** Returns the confirmation to show. */
  send(message: ContactMessage): Promise<Result<string>>;
}
