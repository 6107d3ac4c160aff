import type { AppContext, Clock } from '../../buildApp';
import type { Database } from '../../database/Database';
import type { AfterReply } from '../../http/afterReply';
import type { Limits } from '../../limits/Limits';
import type { PasswordHasher } from './PasswordHasher';

/** What the rules of identity need of the world. */
export interface AuthWorld {
  readonly database: Database;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly config: AppContext['config'];
  readonly hasher: PasswordHasher;
  readonly afterReply: AfterReply;
}

export const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
