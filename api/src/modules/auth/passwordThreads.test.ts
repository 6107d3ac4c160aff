import fs from 'node:fs';
import { argon2id } from './passwordThreads';

const CHEAP = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
/** The 19th field of a thread's stat; what comes before the last parenthesis is its name. */
const nicenessOf = (thread: string): number =>
  Number(fs.readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]);

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('a password is hashed in a thread that requests go before', async () => {
  await argon2id.hash('correct horse battery', CHEAP);
  expect(nicenessOf(String(process.pid))).toBe(0);
  expect(fs.readdirSync('/proc/self/task').map(nicenessOf)).toContain(10);
});

test('verifying against an invalid hash is an error, not a mismatch', async () => {
  await expect(argon2id.verify('no hash', 'correct horse battery')).rejects.toThrow();
});
