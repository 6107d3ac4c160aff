import { spawnSync } from 'node:child_process';

/**
 * A certificate that nobody but this machine has a reason to trust, and its key. @throws {Error} where openssl cannot
 * make one.
 */
export const makeCertificate = (certificate: string, key: string): void => {
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
      '-addext',
      names,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`No certificate could be made: ${made.stderr}`);
};
