/**
 * Runs in a separate process: `jsdomPage.cjs <directory with the release's web files> <openPages> <trial as JSON>`.
 * Opens all pages of a remote's web build in jsdom when there is no browser, and writes lines of JSON: each page before
 * it is opened, and finally the result. Plain JavaScript, because starting a compiler would take longer than all of
 * this.
 */
const fs = require('node:fs');
const path = require('node:path');
const { JSDOM, ResourceLoader, VirtualConsole } = require('jsdom');

const ORIGIN = 'http://shop.invalid';
const [directory = '', openPages = '', trial = '{}'] = process.argv.slice(2);

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * Loads files from disk only, never from the network. Stylesheets are replaced: they are checked elsewhere, and jsdom
 * does not support all the syntax we use.
 */
class ReleasedFiles extends ResourceLoader {
  fetch(url) {
    const name = path.basename(new URL(url).pathname);
    if (name.endsWith('.css')) return Promise.resolve(Buffer.from('.loaded{}'));
    return fs.promises.readFile(path.join(directory, name));
  }
}

/** Adds APIs that browsers have and jsdom lacks: taken from Node, or without effect, because there is no layout. */
const completeWindow = (window) => {
  for (const name of [
    'fetch',
    'Headers',
    'Request',
    'Response',
    'ReadableStream',
    'WritableStream',
    'TransformStream',
    'TextEncoder',
    'TextDecoder',
    'AbortController',
    'AbortSignal',
    'Blob',
    'FormData',
    'structuredClone',
    'BroadcastChannel',
  ]) {
    window[name] = globalThis[name];
  }
  class NothingSeen {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  }
  for (const name of ['IntersectionObserver', 'ResizeObserver', 'PerformanceObserver']) window[name] = NothingSeen;
  window.matchMedia = (media) => ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  });
  window.scrollTo = window.scrollBy = () => {};
  window.requestIdleCallback = (callback) =>
    window.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 10 }), 0);
  window.cancelIdleCallback = (handle) => window.clearTimeout(handle);
  window.navigator.sendBeacon = () => true;
  Object.assign(window.Element.prototype, {
    scrollTo() {},
    scrollBy() {},
    scrollIntoView() {},
    setPointerCapture() {},
    releasePointerCapture() {},
    animate: () => ({ finished: Promise.resolve(), cancel() {}, play() {} }),
    getAnimations: () => [],
  });
  Object.assign(window.HTMLElement.prototype, { showPopover() {}, hidePopover() {} });
  Object.assign(window.HTMLDialogElement.prototype, {
    show() {
      this.setAttribute('open', '');
    },
    showModal() {
      this.setAttribute('open', '');
    },
    close() {
      this.removeAttribute('open');
    },
  });
};

const open = async () => {
  const virtualConsole = new VirtualConsole();
  const { window } = new JSDOM('<!doctype html><html lang="en"><head></head><body></body></html>', {
    url: `${ORIGIN}/`,
    runScripts: 'dangerously',
    resources: new ReleasedFiles(),
    pretendToBeVisual: true,
    virtualConsole, // discards console output of the pages
    beforeParse: completeWindow,
  });
  // jsdom navigates nowhere, and says so.
  virtualConsole.on('jsdomError', ({ message }) => {
    if (!/^Not implemented: navigation/.test(message)) return;
    window.dispatchEvent(new window.ErrorEvent('error', { error: new window.Error('it navigates by itself') }));
  });
  // jsdom does not dispatch unhandledrejection events.
  process.on('unhandledRejection', (reason) =>
    window.dispatchEvent(Object.assign(new window.Event('unhandledrejection'), { reason })),
  );
  window.eval(fs.readFileSync(openPages, 'utf8'));
  const { entry, ...rest } = JSON.parse(trial);
  return window.openPages({ entry: `${ORIGIN}/${entry}`, ...rest }, ({ at, visitor }) =>
    write({ page: { at, visitor } }),
  );
};

open().then(
  (opened) => process.stdout.write(`${JSON.stringify(opened)}\n`, () => process.exit(0)),
  (error) => {
    console.error(error instanceof Error || error?.message ? `${error.name}: ${error.message}` : error);
    process.exit(1);
  },
);
