import fs from 'node:fs';
import type { CommandLine } from './CommandLine';
import { writePrivateFile } from './writePrivateFile';

/** Writes an export to a file that only its owner can read, or to the terminal. */
export const writeParts = async (
  { print, resolveFile, write }: Pick<CommandLine, 'print' | 'resolveFile' | 'write'>,
  parts: AsyncIterable<string>,
  name: string | undefined,
): Promise<void> => {
  if (name === undefined) {
    for await (const part of parts) write(part);
    return;
  }
  const file = resolveFile(name);
  await writePrivateFile(file, async (descriptor) => {
    for await (const part of parts) fs.writeFileSync(descriptor, part);
  });
  print(`Exported to ${file}.`);
};
