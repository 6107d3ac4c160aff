import { RegistryError, type RegistryAccess, type ReleaseUpload } from '@shop/registry';
import type { Figure } from '../Fault';
import { inBrowser, onServer, withFile } from './releases';

const EXHAUST_MEMORY = 'const kept = []; for (;;) kept.push(new Array(130000).fill(kept.length));';

/** Releases that the registry refuses. Its tests compare the reasons (federation/registry). */
const refusals: Readonly<Record<string, () => Promise<ReleaseUpload>>> = {
  'patches Array.prototype.map': () => onServer('Array.prototype.map = function map() { return []; };'),
  'patches fetch in browsers': () => inBrowser('window.fetch=()=>{}'),
  'hides everything by a style': () =>
    withFile('web/all.0123456789abcdef.css', () => '@layer features{*{display:none}}'),
  'throws on the server': () => onServer("throw new Error('not today');"),
  'throws in browsers': () => inBrowser('(()=>{throw new Error("not today")})()'),
  'imports what nobody exports': () =>
    withFile('web/shared-exports.json', (text) => text.replace('"react":[', '"react":["useMagic",')),
  'never ends': () => onServer('for (;;);'),
  'takes all memory': () => onServer(EXHAUST_MEMORY),
  'ends its process': () => onServer('process.exit(0);'),
  'reads the machine': () => onServer("require('node:fs').readFileSync('/etc/passwd');"),
};
const SLOW = 'never ends'; // takes half a minute

/** Publishes each over HTTP with its team's token, and measures how long the refusal takes. */
export const publishRefused = async (access: RegistryAccess, quick: boolean): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [what, build] of Object.entries(refusals)) {
    if (quick && what === SLOW) continue;
    const upload = await build();
    const began = performance.now();
    const refusal = await access.publish(upload).then(
      () => undefined,
      (error: unknown) => error,
    );
    const [, reason = String(refusal)] = refusal instanceof RegistryError ? refusal.message.split('\n') : [];
    figures.push({
      text: `a release that ${what}: refused in ${((performance.now() - began) / 1_000).toFixed(1)} s, "${reason.trim().slice(0, 140)}"`,
      limit: 'refused',
      ok: refusal instanceof RegistryError,
    });
  }
  return figures;
};
