import fs from 'node:fs';
import path from 'node:path';
import type { Actor } from '../../src/audit/Actor';
import { hasEmbeddedDatabase } from '../openOperatorDatabase';
import { writePrivateFile } from '../writePrivateFile';
import { openEmbeddedSource } from './openEmbeddedSource';
import { createMissingShopError } from './requireShop';

interface EmbeddedBackup {
  readonly dataDirectory: string;
  readonly file: string;
  readonly actor: Actor;
  readonly print: (line: string) => void;
}

/** Writes the embedded database's data directory as a new file, a compressed archive that only its owner can read. */
export const backupEmbedded = async ({ dataDirectory, file, actor, print }: EmbeddedBackup): Promise<void> => {
  if (!hasEmbeddedDatabase(dataDirectory)) throw createMissingShopError();
  const source = await openEmbeddedSource(dataDirectory);
  try {
    const archive = await source.copy();
    await writePrivateFile(file, async (descriptor) => fs.writeFileSync(descriptor, archive), { mustBeNew: true });
    await source.log({ actor, action: 'backup.made', subject: path.basename(file) });
  } finally {
    await source.close();
  }
  print(`Backed up the embedded database to ${file} (${Math.ceil(fs.statSync(file).size / 1024)} KB).`);
};
