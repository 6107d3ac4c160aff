import os from 'node:os';
import path from 'node:path';
import { readConfig } from './config';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
const environment = {
  DATA_DIR: path.join(os.tmpdir(), 'no-such-shop'),
  COOKIE_SECRET: first,
  PAYMENT_WEBHOOK_SECRET: first,
};

test('a list of secrets signs with its first; lines and commas separate, as a file or a variable has them', () => {
  for (const text of [`${second},${first}`, `${second}\n${first}\n`, ` ${second} , ${first}`]) {
    expect(readConfig({ ...environment, AUTH_SECRET: text })).toMatchObject({
      authSecret: second,
      formerAuthSecrets: [first],
      cookieSecret: first,
      formerCookieSecrets: [],
    });
  }
});

test('a secret that is too short is refused, also among the former ones, and none is repeated', () => {
  for (const text of ['short', `${second},short`, `short,${second}`]) {
    expect(() => readConfig({ ...environment, AUTH_SECRET: text })).toThrow(
      /^AUTH_SECRET.* must have at least 32 characters\.$/,
    );
  }
});
