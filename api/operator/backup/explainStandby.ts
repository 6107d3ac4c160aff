import type { Queryable } from '../../src/database/Database';
import type { DatabaseLocation } from '../../src/database/openDatabase';
import { OperatorError } from '../OperatorError';
import { findSettings, readDataDirectory } from './pgBackRest';

interface Server {
  readonly address: string | null;
  readonly port: number;
  readonly isStandby: boolean;
}

const findServer = async (database: Queryable): Promise<Server | undefined> => {
  const { rows } = await database.query<Server>(
    `SELECT host(inet_server_addr()) AS address, coalesce(inet_server_port(), current_setting('port')::int) AS port,
       pg_is_in_recovery() AS "isStandby"`,
  );
  return rows[0];
};

/** Says that pgBackRest was given a standby's settings, and where the primary is: the shop's database knows. */
export const explainStandby = async (
  database: Queryable,
  { directUrl }: Pick<DatabaseLocation, 'directUrl'>,
  environment: NodeJS.ProcessEnv,
): Promise<OperatorError> => {
  const server = await findServer(database);
  // A socket has no address.
  const place = `${server?.address ?? 'on this machine'} at port ${server?.port}`;
  const setting = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  return new OperatorError(
    'failed',
    `pgBackRest found no primary: pg1-path in ${findSettings(environment)} (PGBACKREST_CONFIG) is ${readDataDirectory(environment) ?? 'elsewhere'}, a standby. ${
      server?.isStandby
        ? `${setting} leads to a standby, too, ${place}: let it name the primary, and back up there, with the settings of that server.`
        : `The primary is ${place}, as ${setting} says: back up there, with the settings of that server.`
    }`,
  );
};
