import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createCertificate } from './certificate';
import type { Ports } from './ports';
import { NGINX } from './programs';

const sourceFolder = path.resolve(__dirname, '../nginx');

export interface EdgeOptions {
  readonly directory: string;
  readonly ports: Ports;
  /** Whether to pass on the client's X-Forwarded-For, for tests that simulate many shoppers. */
  readonly trustsClients: boolean;
}

/** Like ops/nginx/docker/upstreams.conf, with addresses instead of names. */
const formatUpstream = (name: string, ports: readonly number[]): string => {
  const servers = (how: string): string => ports.map((port) => `  server 127.0.0.1:${port} ${how};\n`).join('');
  return `upstream ${name} {\n  zone ${name} 64k;\n${servers('max_fails=1 fail_timeout=2s')}${servers('backup max_fails=0')}  keepalive 256;\n}\n`;
};
const formatVisits = (ports: readonly number[]): string =>
  `upstream visits {\n  zone visits 64k;\n  hash visits;\n${ports.map((port) => `  server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;\n`).join('')}  keepalive 64;\n}\n`;

/** Writes the machine-specific files next to the production configuration. Returns the command that runs nginx. */
export const prepareEdge = ({
  directory,
  ports,
  trustsClients,
}: EdgeOptions): { readonly command: string; readonly args: readonly string[] } => {
  for (const folder of ['run', 'logs']) fs.mkdirSync(path.join(directory, folder), { recursive: true });
  // Copies all of them, like ops/docker/proxy.Dockerfile.
  for (const file of fs.readdirSync(sourceFolder).filter((name) => name.endsWith('.conf')))
    fs.copyFileSync(path.join(sourceFolder, file), path.join(directory, file));
  const [certificate, key] = [path.join(directory, 'certificate.pem'), path.join(directory, 'certificate.key')];
  if (!fs.existsSync(certificate) || !fs.existsSync(key)) createCertificate(certificate, key);
  fs.chmodSync(key, 0o600);
  const localFiles = {
    'upstreams.conf':
      formatUpstream('api', ports.apis) + formatUpstream('host', ports.hosts) + formatVisits(ports.hosts),
    'forwarded.conf': trustsClients
      ? 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n'
      : fs.readFileSync(path.join(sourceFolder, 'docker/forwarded.conf'), 'utf8'),
    'listen-http.conf': `listen 127.0.0.1:${ports.http};\nset $shop_url https://$host:${ports.https};\n`,
    'listen-https.conf': `listen 127.0.0.1:${ports.https} ssl http2;\nlisten [::1]:${ports.https} ssl http2;\n`,
    'listen-inside.conf': `listen 127.0.0.1:${ports.inside};\n`,
  };
  for (const [file, text] of Object.entries(localFiles)) fs.writeFileSync(path.join(directory, file), text);
  const args = ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  const check = spawnSync(NGINX, ['-t', ...args], { encoding: 'utf8' });
  if (check.status !== 0) throw new Error(`nginx does not accept its configuration: ${check.stderr}`);
  return { command: NGINX, args };
};
