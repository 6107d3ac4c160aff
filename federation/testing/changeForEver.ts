import { promote } from '../registry/goLive';
import { Registry } from '../registry/Registry';
import { FileStorage } from '../registry/storage/FileStorage';

/** Run by a test that kills it: makes one release of mfe-home live, then the other, until then. */
const registry = new Registry(new FileStorage(process.argv[2] ?? ''));

const changeForEver = async (): Promise<void> => {
  for (let n = 0; ; n += 1) {
    await promote(registry, { 'mfe-home': n % 2 === 0 ? '2' : '1' }, { by: 'a test', now: new Date() });
    if (n === 3) process.stdout.write('changing\n');
  }
};

void changeForEver();
