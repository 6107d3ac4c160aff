import fs from 'node:fs';
import { resolvePath } from './resolvePath';

/**
 * Reads secrets from files, so that neither a process list nor `docker inspect` shows them:
 * `COOKIE_SECRET_FILE=/run/secrets/cookie_secret` instead of `COOKIE_SECRET=…`. Relative paths start at the repository.
 * @param names Variables that may be given as files.
 * @throws {Error} made by `refuse` from one sentence that says what is wrong.
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
      read[name] = fs.readFileSync(resolvePath(file), 'utf8').trim();
    } catch {
      throw refuse(`${name}_FILE: ${file} cannot be read.`);
    }
  }
  return read;
};
