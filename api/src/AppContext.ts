import type { Clock } from './clock';
import type { ApiConfig } from './config';
import type { Database, Readable } from './database/Database';
import type { AfterReply } from './http/afterReply';
import type { Limits } from './limits/Limits';
import type { PasswordHasher } from './modules/auth/PasswordHasher';
import type { EmptySearches } from './modules/figures/EmptySearches';
import type { PictureStorage } from './modules/pictures/makeSizes';
import type { ApiMetrics } from './observability/apiMetrics';

/** Dependencies of routes and rules, passed in so that tests can replace them. */
export interface AppContext {
  readonly database: Database;
  /** What public pages show: replicas if there are any, otherwise `database`. */
  readonly reads: Readable;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly config: Pick<
    ApiConfig,
    | 'production'
    | 'cookieSecret'
    | 'formerCookieSecrets'
    | 'authSecret'
    | 'formerAuthSecrets'
    | 'google'
    | 'trustedProxies'
    | 'publicUrl'
    | 'adminUrl'
    | 'smtpUrl'
    | 'supportEmail'
    | 'merchantEmail'
    | 'merchantOrderMails'
    | 'listingCacheMs'
    | 'payments'
    | 'bankAccount'
  >;
  readonly metrics: ApiMetrics;
  readonly hasher: PasswordHasher;
  readonly afterReply: AfterReply;
  /** Where pictures are stored that staff upload. */
  readonly pictures: PictureStorage;
  readonly emptySearches: EmptySearches;
}
