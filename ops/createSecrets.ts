import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCertificate } from './stack/certificate';

/** Only the folder's owner can access the files. Inside a container, any user must be able to read them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o444;

/**
 * Creates the files that docker-compose.yml reads from `secrets/`, and keeps existing ones; with the addresses of
 * database machines also those of docker-compose.cluster.yml. Returns the names of the created files.
 */
export const createSecrets = (folder: string, databaseMachines: readonly string[] = []): string[] => {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, FOLDER_MODE); // also one that exists
  const created: string[] = [];
  const write = (name: string, value: () => string): string => {
    const file = path.join(folder, name);
    if (!fs.existsSync(file)) {
      fs.writeFileSync(file, value(), { mode: FILE_MODE });
      created.push(name);
    }
    return fs.readFileSync(file, 'utf8').trim();
  };
  const random = (): string => randomBytes(32).toString('hex');
  const password = write('database_password', random);
  write('database_url', () => `postgresql://shop:${encodeURIComponent(password)}@database:5432/shop`);
  if (databaseMachines.length > 0) {
    const toUrl = (host: string): string => `postgresql://shop:${encodeURIComponent(password)}@${host}/shop`;
    for (const name of ['superuser_password', 'replication_password', 'patroni_password']) write(name, random);
    write('database_pooled_url', () => toUrl('pgbouncer:6432'));
    write('database_direct_url', () => toUrl('haproxy:5000'));
    write('database_read_url', () => databaseMachines.map((address) => toUrl(`${address}:5432`)).join('\n'));
  }
  write('pgbackrest.conf', () => `[global]\nrepo1-cipher-pass=${random()}\n`);
  write('restic_password', random);
  write('cookie_secret', random);
  write('auth_secret', random);
  write('metrics_token', random);
  const [certificate, key] = [path.join(folder, 'tls_certificate'), path.join(folder, 'tls_key')];
  if (!fs.existsSync(certificate) && !fs.existsSync(key)) {
    createCertificate(certificate, key);
    for (const file of [certificate, key]) fs.chmodSync(file, FILE_MODE);
    created.push('tls_certificate', 'tls_key');
  }
  return created;
};

if (require.main === module) {
  const folder = path.resolve(__dirname, '../secrets');
  const { values } = parseArgs({ options: { cluster: { type: 'string' } } });
  const created = createSecrets(folder, values.cluster?.split(',') ?? []);
  process.stdout.write(
    created.length > 0
      ? `Created in ${folder}: ${created.join(', ')}. For production, replace tls_certificate and tls_key with a real certificate.\n`
      : `All secrets already exist in ${folder}.\n`,
  );
}
