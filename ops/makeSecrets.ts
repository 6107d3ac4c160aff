import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { makeCertificate } from './stack/certificate';

/** Only the folder's owner gets to the files; inside a container its user has to read them, whoever that is. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o444;

/**
 * Makes what docker-compose.yml takes from `secrets/`; what is there already stays. Answers the names of what was made.
 */
export const makeSecrets = (folder: string): string[] => {
  fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const made: string[] = [];
  const write = (name: string, value: () => string): string => {
    const file = path.join(folder, name);
    if (!fs.existsSync(file)) {
      fs.writeFileSync(file, value(), { mode: FILE_MODE });
      made.push(name);
    }
    return fs.readFileSync(file, 'utf8').trim();
  };
  const random = (): string => randomBytes(32).toString('hex');
  const password = write('database_password', random);
  write('database_url', () => `postgresql://shop:${encodeURIComponent(password)}@database:5432/shop`);
  write('cookie_secret', random);
  write('auth_secret', random);
  write('metrics_token', random);
  const [certificate, key] = [path.join(folder, 'tls_certificate'), path.join(folder, 'tls_key')];
  if (!fs.existsSync(certificate) && !fs.existsSync(key)) {
    makeCertificate(certificate, key);
    for (const file of [certificate, key]) fs.chmodSync(file, FILE_MODE);
    made.push('tls_certificate', 'tls_key');
  }
  return made;
};

if (require.main === module) {
  const folder = path.resolve(__dirname, '../secrets');
  const made = makeSecrets(folder);
  process.stdout.write(
    made.length > 0
      ? `Made in ${folder}: ${made.join(', ')}. For shoppers, put a real certificate in place of tls_certificate and tls_key.\n`
      : `All of them are in ${folder} already.\n`,
  );
}
