import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from '../commands/findChromium.cjs';
import { openInChromium, openUpload } from '../commands/openInChromium';
import { builtRemote, withFile } from '../testing/builtRemote';
import { grantAudience, publishRelease, Registry, type ReleaseUpload } from '../index';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { runDescription } from './runDescription';

let workspace: string;
let registry: Registry;

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = new Registry(new FileStorage(workspace));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const IN_BROWSERS = 'typeof window !== "undefined"';
const gifts = (built: Parameters<typeof builtRemote>[0]): ReleaseUpload =>
  builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'], openedIn: undefined, component: '', ...built });
/** As a team with Chromium publishes. */
const publish = async (upload: ReleaseUpload) =>
  publishRelease(registry, await openUpload(upload), 'gifts team', new Date());

test('a release records how many of its pages were rendered and in which browser they were opened', async () => {
  await expect(publish(gifts({}))).resolves.toMatchObject({
    trial: { pages: 2, openedIn: expect.stringMatching(/^(?:Chromium|Google Chrome) \d/) as string },
  });
  const unopened = gifts({ version: '2.0.0' });
  await expect(publishRelease(registry, unopened, 'gifts team', new Date())).resolves.toMatchObject({
    trial: { pages: 2, openedIn: 'no browser' },
  });
});

test('a page for staff is tried in the back office, once for all storefronts, without anything of the shop around it', async () => {
  const component = `if (${IN_BROWSERS} && document.querySelector('header, footer, nav')) throw new TypeError('in the shop')`;
  const desk = gifts({ audience: 'staff', mounts: ['/admin'], component });
  await grantAudience(registry, 'mfe-gifts', 'staff');
  await expect(publish(desk)).resolves.toMatchObject({ trial: { pages: 1 } });
  const broken = gifts({
    audience: 'staff',
    mounts: ['/admin'],
    component: `if (${IN_BROWSERS}) throw new TypeError('no desk')`,
  });
  await expect(publish(broken)).rejects.toMatchObject({
    reasons: ['/admin (back office) fails in the browser: TypeError: no desk'],
  });
});

test.each([
  ['does not run', 'throw new Error("no such thing")', /no such thing/],
  ['is not a remote', 'exports.x = 1', /does not run/],
])('a node build that %s is refused', async (_what, code, reason) => {
  await expect(publish(withFile(gifts({}), 'node/node.1.js', code))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(reason) as string,
  });
});

test('a node build cannot see the environment of the registry', async () => {
  process.env['A_SECRET_OF_THE_REGISTRY'] = 'secret';
  const nodeCode = 'if (process.env.A_SECRET_OF_THE_REGISTRY) throw new Error("it is there");';
  await expect(publish(gifts({ nodeCode }))).resolves.toBeDefined();
  delete process.env['A_SECRET_OF_THE_REGISTRY'];
});

const STYLED = `return React.createElement('style', { href: 'gifts', precedence: 'medium' }, '.gifts{}')`;
test("React's own styles in the head of the document change no global", async () => {
  await expect(publish(gifts({ component: STYLED }))).resolves.toBeDefined();
});

test('a node build that uses too much memory while it is loaded is told so', async () => {
  const nodeCode = 'const all = []; for (;;) all.push(new Array(1e5).fill({}));';
  await expect(publish(gifts({ nodeCode, version: '1.0.0' }))).rejects.toMatchObject({
    code: 'refused',
    message:
      'mfe-gifts 1.0.0 is refused:\n  - Its node build does not run: while it was loaded, it used more than 256 MB of memory.',
  });
});

const LATE_DIALOG = `
  const name = 'lateDialog';
  if (document.body.dataset[name]) return null;
  document.body.dataset[name] = 'coming';
  setTimeout(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.addEventListener('close', () => {
      dialog.remove();
      document.documentElement.style.overflow = '';
    });
    dialog.setAttribute('open', '');
    document.documentElement.style.overflow = 'hidden';
  }, 300);`;
test('a widget whose dialog takes a while to open is closed before its page is left', async () => {
  await expect(publish(gifts({ widgets: ['CartDrawer'], widget: LATE_DIALOG }))).resolves.toBeDefined();
});

describe('a release is refused', () => {
  test.each([
    [
      'a page fails on the server',
      { component: `if (!(${IN_BROWSERS})) throw new TypeError('no gifts')` },
      '/gifts (jewellery) fails on the server: TypeError: no gifts',
    ],
    [
      'a page fails in the browser only',
      { component: `if (${IN_BROWSERS}) throw new TypeError('no gifts')` },
      '/gifts (jewellery) fails in the browser: TypeError: no gifts',
    ],
    [
      'a page fails after it was shown',
      {
        component: `if (${IN_BROWSERS}) React.useEffect(() => { setTimeout(() => { throw new TypeError('too late') }, 0); })`,
      },
      '/gifts (jewellery) fails in the browser: TypeError: too late',
    ],
    [
      'a promise of a page rejects unhandled',
      { component: `if (${IN_BROWSERS}) React.useEffect(() => void Promise.reject(new TypeError('unheard')), [])` },
      '/gifts (jewellery) fails in the browser: TypeError: unheard',
    ],
    [
      'a page of one storefront fails',
      { component: 'if (location.pathname) throw new TypeError("x")' },
      '/gifts (jewellery) fails on the server: ReferenceError: location is not defined',
    ],
    [
      'a reducer fails on an action of the shop',
      {
        slices: ['gifts'],
        reducer: 'if (action.type === "cart/cartItemAdded") throw new TypeError("no gifts")',
        component: '',
      },
      '/gifts (jewellery, signed in) fails in the browser: SliceError: The slice "gifts" failed: TypeError: no gifts',
    ],
    ['its web build is not a remote', { webCode: 'throw new TypeError("not today");' }, 'Its web build does not run'],
    [
      'a page changes shared globals',
      { component: 'Array.prototype.map = function map() { return []; }' },
      'It changes Array.prototype.map, for every page of the shop.',
    ],
    [
      'a page changes shared globals in browsers only',
      { component: `if (${IN_BROWSERS}) window.fetch = () => undefined` },
      'It changes fetch, for every page of the shop.',
    ],
    [
      'a page calls process.exit',
      { component: `if (!(${IN_BROWSERS})) process.exit(0)` },
      '/gifts (jewellery) fails on the server: TypeError: process.exit is not a function',
    ],
    [
      'a page uses more memory than a renderer has',
      { component: `if (!(${IN_BROWSERS})) { const all = []; for (;;) all.push(new Array(1e5).fill({})); }` },
      '/gifts (jewellery) used more than 256 MB of memory.',
    ],
  ])('if %s', async (_what, built, reason) => {
    await expect(publish(gifts(built))).rejects.toMatchObject({
      code: 'refused',
      reasons: [expect.stringContaining(reason) as string],
    });
    expect(await registry.listReleases('mfe-gifts')).toEqual([]);
  });

  test('if a page never finishes, on the server or in the browser, and the page is named', async () => {
    const onServer = gifts({ component: `if (!(${IN_BROWSERS})) for (;;);` });
    await expect(runDescription(onServer.files, 'node.1.js', 'mfe_gifts', 'shoppers', 4_000)).rejects.toMatchObject({
      reasons: ['/gifts (jewellery) did not finish within 4 seconds.'],
    });
    const inBrowser = gifts({ component: `if (${IN_BROWSERS}) for (;;);` });
    await expect(openInChromium(inBrowser, process.env, 6_000)).resolves.toMatchObject({
      failures: ['/gifts (jewellery) did not finish within 6 seconds.'],
    });
  });
});

/** Code of a page that runs once in browsers. */
const inBrowser = (code: string): string => `if (${IN_BROWSERS}) React.useEffect(() => { ${code} }, [])`;
const OVERLAY =
  'document.body.appendChild(document.createElement("div")).style.cssText = "position: fixed; inset: 0; z-index: 99999"';
const STOP_CLICKS = 'event.preventDefault(); event.stopImmediatePropagation()';

describe('a release that affects the pages of others is refused', () => {
  test.each([
    [
      'an element left in the document',
      'document.body.appendChild(document.createElement("div"))',
      'it leaves <div> in the document',
    ],
    [
      'a listener left',
      'document.addEventListener("click", () => undefined)',
      'it leaves a listener for click on the document',
    ],
    [
      'links of the shell that do nothing',
      `window.addEventListener("click", (event) => { ${STOP_CLICKS} }, true)`,
      'a link of the shop to another page does nothing',
    ],
    ['the body made inert', 'document.body.inert = true', 'The header cannot be reached'],
    [
      'the direction of all text changed',
      'document.documentElement.dir = "rtl"',
      'it leaves attributes of the page changed',
    ],
  ])('for %s', async (_what, code, reason) => {
    await expect(publish(gifts({ component: inBrowser(code) }))).rejects.toMatchObject({
      code: 'refused',
      reasons: [expect.stringContaining(reason) as string],
    });
  });

  test('but not for a listener that it removes', async () => {
    const code =
      'const listener = () => undefined; document.addEventListener("click", listener); return () => document.removeEventListener("click", listener);';
    await expect(publish(gifts({ component: inBrowser(code) }))).resolves.toBeDefined();
  });

  test('if one of its widgets fails where the shell shows it', async () => {
    const upload = gifts({ widgets: ['CartDrawer'], widget: 'throw new TypeError("no drawer")' });
    await expect(publish(upload)).rejects.toMatchObject({
      reasons: [expect.stringContaining('fails in the browser: TypeError: no drawer') as string],
    });
  });
});

test('a release cannot tell its trial by a global of it', async () => {
  const webCode = 'if (globalThis.openPages || globalThis.process) throw new TypeError("on trial");';
  await expect(publish(gifts({ webCode }))).resolves.toBeDefined();
});

describe("a publisher's Chromium", () => {
  test('opens the pages and returns its version', async () => {
    await expect(openInChromium(gifts({}))).resolves.toEqual({
      openedIn: expect.stringMatching(/^Chrom/) as string,
      failures: [],
    });
  });

  test("accepts React's own styles in the head of the document", async () => {
    await expect(openInChromium(gifts({ component: STYLED }))).resolves.toMatchObject({ failures: [] });
  });

  test('refuses a page that fails there, with real styles, scripts and storage', async () => {
    await expect(
      openInChromium(
        gifts({
          component: `if (${IN_BROWSERS} && document.createElement('canvas').getContext('2d')) throw new TypeError('on canvas')`,
        }),
      ),
    ).resolves.toMatchObject({ failures: ['/gifts (jewellery) fails in the browser: TypeError: on canvas'] });
    await expect(
      openInChromium(gifts({ component: `if (${IN_BROWSERS}) Document.prototype.querySelector = () => null` })),
    ).resolves.toMatchObject({
      failures: ['It changes Document.prototype.querySelector, for every page of the shop.'],
    });
    await expect(
      openInChromium(
        gifts({
          component: `if (${IN_BROWSERS}) { localStorage.setItem('gifts', '1'); sessionStorage.setItem('gifts', '1'); }`,
        }),
      ),
    ).resolves.toMatchObject({ failures: [] });
  });

  test.each([
    ['covers the shop', OVERLAY, 'The header cannot be reached: <div> takes its clicks'],
    [
      'hides the header with a style sheet',
      'const sheet = new CSSStyleSheet(); sheet.replaceSync("header { opacity: 0 }"); document.adoptedStyleSheets = [sheet]',
      'The header cannot be seen',
    ],
    ['removes the header', 'document.querySelector("header").remove()', 'The header was removed from the page'],
  ])('refuses a page that %s', async (_what, code, reason) => {
    const { failures } = (await openInChromium(gifts({ component: inBrowser(code) }))) ?? {};
    expect(failures?.[0]).toContain(reason);
  });

  test('refuses a page that navigates by itself within seconds, with the address', async () => {
    const began = performance.now();
    const component = inBrowser('setTimeout(() => { location.href = "https://elsewhere.example/" }, 50)');
    await expect(openInChromium(gifts({ component }))).resolves.toMatchObject({
      failures: [expect.stringMatching(/^\/gifts \(jewellery\) navigates by itself, to /) as string],
    });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('refuses a page that needs more memory than a page may have, with its name, without waiting for a timeout', async () => {
    const component = `if (${IN_BROWSERS}) { const all = []; for (;;) all.push(new Array(1e5).fill({})); }`;
    await expect(openInChromium(gifts({ component }))).resolves.toMatchObject({
      failures: ['/gifts (jewellery) used more than 256 MB of memory in the browser, or crashed it.'],
    });
  });

  test('ends with all its processes, even if it was started through a script', async () => {
    const script = path.join(workspace, 'chromium');
    await fs.writeFile(script, `#!/bin/sh\n"${findChromium(process.env)}" "$@"\n`, { mode: 0o755 });
    const listProfiles = () =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).match(/--user-data-dir=\S+/g) ?? [];
    const before = new Set(listProfiles());
    await openInChromium(gifts({}), { ...process.env, CHROMIUM_PATH: script });
    expect(listProfiles().filter((profile) => !before.has(profile))).toEqual([]);
  });
});
