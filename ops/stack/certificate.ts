import { spawnSync } from 'node:child_process';

/**
 * Creates a self-signed certificate and its key.
 * @throws {Error} if openssl fails.
 */
export const createCertificate = (certificate: string, key: string): void => {
  const names = 'subjectAltName=DNS:localhost,DNS:federation.localhost,DNS:admin.localhost,IP:127.0.0.1';
  const result = spawnSync(
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
  if (result.status !== 0) throw new Error(`The certificate could not be created: ${result.stderr}`);
};
