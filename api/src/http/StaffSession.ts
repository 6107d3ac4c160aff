import type { Role } from '@shop/contracts';
import type { Actor } from '../audit/Actor';

/** Session of a member of staff. */
export interface StaffSession {
  readonly sessionId: string;
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** When this person last proved to be there. */
  readonly confirmedAt: Date;
  /** The same person, for the audit. */
  readonly actor: Actor;
}
