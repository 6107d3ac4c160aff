import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { makeCertificate } from './certificate';
import type { Ports } from './ports';
import { NGINX } from './programs';

const source = path.resolve(__dirname, '../nginx');

export interface EdgeOptions {
  readonly directory: string;
  readonly ports: Ports;
  /** For tests that play many shoppers: the address a client says it has is passed on, behind the real one. */
  readonly believesClients: boolean;
}

/** As ops/nginx/docker/upstreams.conf, with addresses instead of a name. */
const upstream = (name: string, ports: readonly number[]): string => {
  const servers = (how: string): string => ports.map((port) => `  server 127.0.0.1:${port} ${how};\n`).join('');
  return `upstream ${name} {\n  zone ${name} 64k;\n${servers('max_fails=1 fail_timeout=2s')}${servers('backup max_fails=0')}  keepalive 256;\n}\n`;
};

/** Writes what is this machine's own beside the configuration of production. Answers the command that runs it. */
export const prepareEdge = ({
  directory,
  ports,
  believesClients,
}: EdgeOptions): { readonly command: string; readonly args: readonly string[] } => {
  for (const folder of ['run', 'logs']) fs.mkdirSync(path.join(directory, folder), { recursive: true });
  // All of them, as ops/docker/proxy.Dockerfile does.
  for (const file of fs.readdirSync(source).filter((name) => name.endsWith('.conf')))
    fs.copyFileSync(path.join(source, file), path.join(directory, file));
  const [certificate, key] = [path.join(directory, 'certificate.pem'), path.join(directory, 'certificate.key')];
  if (!fs.existsSync(certificate) || !fs.existsSync(key)) makeCertificate(certificate, key);
  fs.chmodSync(key, 0o600);
  const own = {
    'upstreams.conf': upstream('api', ports.apis) + upstream('host', ports.hosts),
    'forwarded.conf': believesClients
      ? 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n'
      : fs.readFileSync(path.join(source, 'docker/forwarded.conf'), 'utf8'),
    'listen-http.conf': `listen 127.0.0.1:${ports.http};\nset $shop_url https://$host:${ports.https};\n`,
    'listen-https.conf': `listen 127.0.0.1:${ports.https} ssl http2;\nlisten [::1]:${ports.https} ssl http2;\n`,
    'listen-inside.conf': `listen 127.0.0.1:${ports.inside};\n`,
  };
  for (const [file, text] of Object.entries(own)) fs.writeFileSync(path.join(directory, file), text);
  const args = ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  const tested = spawnSync(NGINX, ['-t', ...args], { encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(`nginx does not accept its configuration: ${tested.stderr}`);
  return { command: NGINX, args };
};
