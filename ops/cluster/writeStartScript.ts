import fs from 'node:fs';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Writes a script that becomes a program with these variables and the script's own arguments, for people as well.
 * Returns the script's path.
 */
export const writeStartScript = (
  file: string,
  variables: Readonly<Record<string, string>>,
  command: readonly string[],
): string => {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`);
  const text = ['#!/bin/sh', ...lines, `exec ${command.map(quote).join(' ')} "$@"`, ''].join('\n');
  fs.writeFileSync(file, text, { mode: 0o700 });
  return file;
};
