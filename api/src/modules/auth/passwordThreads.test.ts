import fs from 'node:fs';
import { argon2id } from './passwordThreads';

const CHEAP = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
/** Reads field 19 of a thread's stat file. The name before it, in parentheses, may contain spaces. */
const readNiceness = (thread: string): number =>
  Number(fs.readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]);

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('passwords are hashed in threads of lower priority than request handling', async () => {
  await argon2id.hash('correct horse battery', CHEAP);
  expect(readNiceness(String(process.pid))).toBe(0);
  expect(fs.readdirSync('/proc/self/task').map(readNiceness)).toContain(10);
});

test('verifying against an invalid hash is an error, not a mismatch', async () => {
  await expect(argon2id.verify('no hash', 'correct horse battery')).rejects.toThrow();
});
