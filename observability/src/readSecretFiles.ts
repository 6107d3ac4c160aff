import fs from 'node:fs';
import path from 'node:path';

const repositoryRoot = path.resolve(__dirname, '../..');

/**
 * Reads what a container is given in files, which no list of processes and no inspection of a container shows:
 * `COOKIE_SECRET_FILE=/run/secrets/cookie_secret` instead of `COOKIE_SECRET=…`. A relative path begins at the
 * repository.
 * @param names What may come so. @throws what `refuse` makes of one sentence for what is wrong.
 */
export const readSecretFiles = (
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
  refuse: (sentence: string) => Error,
): NodeJS.ProcessEnv => {
  const read = { ...environment };
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if (environment[name]) throw refuse(`${name} and ${name}_FILE are both set: one of them is enough.`);
    try {
      read[name] = fs.readFileSync(path.resolve(repositoryRoot, file), 'utf8').trim();
    } catch {
      throw refuse(`${name}_FILE: ${file} cannot be read.`);
    }
  }
  return read;
};
