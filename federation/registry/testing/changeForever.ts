import { promote } from '../promote';
import { Registry } from '../Registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';

/** Run by a test that kills it: alternates between two live releases of mfe-home. */
const registry = new Registry(new FileStorage(process.argv[2] ?? ''));

const changeForever = async (): Promise<void> => {
  for (let n = 0; ; n += 1) {
    await promote(registry, { 'mfe-home': n % 2 === 0 ? '2' : '1' }, { by: 'a test', now: new Date() });
    if (n === 3) process.stdout.write('changing\n');
  }
};

void changeForever();
