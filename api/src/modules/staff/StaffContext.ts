import type { AppContext } from '../../AppContext';
import { ShopError } from '../../http/ShopError';

/** What the rules of the back office need. */
export type StaffContext = Pick<AppContext, 'database' | 'clock'> & {
  readonly config: Pick<AppContext['config'], 'adminUrl' | 'authSecret' | 'formerAuthSecrets' | 'publicUrl'>;
};

/** Returns the back office's address. @throws {ShopError} NOT_FOUND if it is closed. */
export const requireAdminUrl = ({ config }: Pick<StaffContext, 'config'>): URL => {
  if (config.adminUrl === undefined) throw new ShopError('NOT_FOUND');
  return new URL(config.adminUrl);
};
