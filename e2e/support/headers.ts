import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newNetwork } from './network';
import { isProductionTopology } from './stackConfig';

/** A raw response; header names in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const fetchOnce = (
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = http.request(
      { hostname, port, path, method, headers: { 'x-forwarded-for': newNetwork(), ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const flat = Object.entries(response.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(flat),
            text: Buffer.concat(parts).toString('utf8'),
          });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });

/**
 * Requests exactly this path, which browsers and Playwright would normalize. Follows no redirects. If the process is
 * killed meanwhile (killInTheMiddle), retries once after Retry-After.
 */
export const fetchRaw = async (origin: string, path: string, request: RawRequest = {}): Promise<RawAnswer> => {
  const answer = await fetchOnce(origin, path, request);
  const waitS = Number(answer.headers['retry-after']);
  if (!isProductionTopology || answer.status !== 503 || !(waitS > 0)) return answer;
  await sleep(waitS * 1_000);
  return fetchOnce(origin, path, request);
};

/** Writes raw bytes to a socket: malformed or oversized requests. */
export const sendBytes = (origin: string, bytes: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    // The server closes before an oversized head was fully sent; its response is still readable.
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined));
    socket.on('close', () => {
      const [head = '', text = ''] = answer.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      resolve({ status: Number(first.split(' ')[1]), headers, text });
    });
  });

const TYPE_OF_FILE: Readonly<Record<string, RegExp>> = {
  js: /^(?:text|application)\/javascript/,
  css: /^text\/css/,
  json: /^application\/json/,
  woff2: /^font\/woff2/,
  avif: /^image\/avif/,
  webp: /^image\/webp/,
  jpg: /^image\/jpeg/,
  png: /^image\/png/,
  svg: /^image\/svg\+xml/,
  xml: /^(?:application|text)\/xml/,
  txt: /^text\/plain/,
  webmanifest: /^application\/manifest\+json/,
};
const TYPES_OF_ANSWERS = /^(?:text\/html|text\/plain|application\/json); charset=utf-8$/i;

const REQUIRED: Readonly<Record<string, RegExp>> = {
  'content-security-policy':
    /^(?=.*default-src '(?:self|none)')(?=.*frame-ancestors 'none')(?=.*base-uri 'none')(?=.*form-action '(?:self|none)')/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(?:no-referrer|strict-origin-when-cross-origin)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(?:same-origin|cross-origin)$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
};
/** The mailbox of development shows mails, whose styles are in their elements. */
const MAIL_STYLES = /; style-src 'unsafe-inline'$/;
const FORBIDDEN = ['server', 'x-powered-by', 'via'];

/** Lists faults in a response's headers (security.md 3.6), one line each. */
export const findHeaderFaults = (path: string, { status, headers, text }: RawAnswer): string[] => {
  const type = headers['content-type'] ?? '';
  const ending = /\.(\w+)(?:\?|$)/.exec(path)?.[1] ?? '';
  const expectedType = status === 200 ? (TYPE_OF_FILE[ending] ?? TYPES_OF_ANSWERS) : TYPES_OF_ANSWERS;
  const policy = (headers['content-security-policy'] ?? '').replace(
    path.endsWith('/dev/mailbox') ? MAIL_STYLES : '',
    '',
  );
  return [
    ...Object.entries(REQUIRED).flatMap(([name, pattern]) =>
      pattern.test(headers[name] ?? '') ? [] : [`${name}: ${headers[name] ?? 'missing'}`],
    ),
    ...(/unsafe-|\*/.test(policy) ? ['its policy allows inline code, eval or every source'] : []),
    ...FORBIDDEN.filter((name) => name in headers).map((name) => `${name}: ${headers[name]}`),
    ...(text !== '' && !expectedType.test(type) ? [`content-type: ${type || 'missing'}`] : []),
    ...(/\n[ \t]+at .+:\d+:\d+|node_modules/.test(ending === 'js' ? '' : text) ? ['it shows its insides'] : []),
  ].map((fault) => `${status} ${path}: ${fault}`);
};

/** Personal responses must not be cached. */
export const findCachingFaults = (path: string, answer: RawAnswer): string[] =>
  answer.headers['cache-control'] === 'no-store'
    ? []
    : [`${answer.status} ${path}: cache-control: ${answer.headers['cache-control'] ?? 'missing'}`];
