import fs from 'node:fs';
import { askForBackup, copyEmbedded, getBackupSocket } from '../../src/database/backupSocket';
import { DirectoryInUseError } from '../../src/database/directoryLock';
import { openDirectory } from '../../src/database/openDatabase';
import type { AuditEntry } from '../../src/audit/auditRepository';
import { explainInUse } from '../openOperatorDatabase';
import { logBackup } from './logBackup';
import { requireShop } from './requireShop';

interface EmbeddedSource {
  /** Returns a compressed copy. */
  copy(): Promise<Buffer>;
  log(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}

const askRunningShop = (directory: string): EmbeddedSource => ({
  copy: () => askForBackup(directory),
  log: async (entry) => void (await askForBackup(directory, entry)),
  close: () => Promise.resolve(),
});

/** Opens the embedded database, or asks the process that has opened it. */
export const openEmbeddedSource = async (directory: string): Promise<EmbeddedSource> => {
  try {
    const { database, dump } = await openDirectory(directory);
    return {
      async copy() {
        await requireShop(database);
        return copyEmbedded(database, dump);
      },
      log: (entry) => logBackup(database, entry, new Date()),
      close: () => database.close(),
    };
  } catch (error) {
    if (error instanceof DirectoryInUseError && fs.existsSync(getBackupSocket(directory)))
      return askRunningShop(directory);
    throw explainInUse(error);
  }
};
