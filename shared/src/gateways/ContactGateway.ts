import type { Result } from '../api-client/apiClient';
import type { ContactMessage } from '../contracts/contact';

export interface ContactGateway {
  /** Answers what the writer is told. */
  send(message: ContactMessage): Promise<Result<string>>;
}
