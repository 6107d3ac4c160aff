import argon2 from 'argon2';
import { PasswordHasher } from './PasswordHasher';

const COST = /^\$argon2id\$v=19\$m=19456,p=1,t=2\$/;

test("a hash costs what OWASP asks for, and so does the look at an address that has none", async () => {
  const hasher = new PasswordHasher();
  expect(await hasher.hash('correct horse battery')).toMatch(COST);
  const verified = jest.spyOn(argon2, 'verify');
  for (const none of [undefined, null]) expect(await hasher.verify(none, 'correct horse battery')).toBe(false);
  expect(verified.mock.calls).toEqual([
    [expect.stringMatching(COST), 'correct horse battery'],
    [expect.stringMatching(COST), 'correct horse battery'],
  ]);
});

test('a hash made at one cost is verified by a hasher of another: the cost may be raised', async () => {
  const hash = await new PasswordHasher({ memoryCost: 1_024, timeCost: 2, parallelism: 1 }).hash('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,p=1,t=2\$/);
  expect(await new PasswordHasher().verify(hash, 'correct horse battery')).toBe(true);
  expect(await new PasswordHasher().verify(hash, 'wrong horse battery')).toBe(false);
});
