import { RegistryError, type RegistryAccess, type ReleaseUpload } from '@shop/registry';
import type { Figure } from '../Fault';
import { inBrowser, onServer, withFile } from './releases';

const MEMORY = 'const kept = []; for (;;) kept.push(new Array(130000).fill(kept.length));';

/** Releases that are refused, and the message their team gets. */
const refusals: readonly {
  readonly what: string;
  readonly make: () => Promise<ReleaseUpload>;
  readonly says: RegExp;
}[] = [
  {
    what: 'patches Array.prototype.map',
    make: () => onServer('Array.prototype.map = function map() { return []; };'),
    says: /It changes Array\.prototype\.map, for every page of the shop/,
  },
  {
    what: 'patches fetch in browsers',
    make: () => inBrowser('window.fetch=()=>{}'),
    says: /It changes fetch, for every page of the shop/,
  },
  {
    what: 'hides everything by a style',
    make: () => withFile('web/all.0123456789abcdef.css', () => '@layer features{*{display:none}}'),
    says: /\*/,
  },
  {
    what: 'throws on the server',
    make: () => onServer("throw new Error('not today');"),
    says: /\/wishlist .* fails on the server: Error: not today/,
  },
  {
    what: 'throws in browsers',
    make: () => inBrowser('(()=>{throw new Error("not today")})()'),
    says: /\/wishlist .* fails in the browser: Error: not today/,
  },
  {
    what: 'imports what nobody exports',
    make: () => withFile('web/shared-exports.json', (text) => text.replace('"react":[', '"react":["useMagic",')),
    says: /It imports useMagic of react/,
  },
  { what: 'never ends', make: () => onServer('for (;;);'), says: /\/wishlist .* does not finish within 30 seconds/ },
  { what: 'takes all memory', make: () => onServer(MEMORY), says: /\/wishlist .* uses more than 256 MB/ },
  { what: 'ends its process', make: () => onServer('process.exit(0);'), says: /\/wishlist .* ends its process/ },
  {
    what: 'reads the machine',
    make: () => onServer("require('node:fs').readFileSync('/etc/passwd');"),
    says: /fails on the server: .*(?:restricted|require)/,
  },
];

/** Publishes each over HTTP with its team's token. Returns the response. */
export const publishRefused = async (access: RegistryAccess, quick: boolean): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const { what, make, says } of refusals) {
    if (quick && what === 'never ends') continue; // Takes half a minute.
    const began = performance.now();
    const outcome = await access.publish(await make()).then(
      ({ version }) => `${version} was taken`,
      (error: unknown) => (error instanceof RegistryError ? error.message : `failed: ${String(error)}`),
    );
    const reason = outcome
      .split('\n')
      .find((line) => says.test(line))
      ?.trim();
    figures.push({
      text: `a release that ${what}: refused in ${((performance.now() - began) / 1_000).toFixed(1)} s, "${(reason ?? outcome).slice(0, 140)}"`,
      limit: 'refused with the reason',
      ok: reason !== undefined,
    });
  }
  return figures;
};
