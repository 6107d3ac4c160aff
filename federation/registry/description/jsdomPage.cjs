/**
 * Run in a process of its own: `jsdomPage.cjs <directory with the release's web files> <openPages> <trial as JSON>`.
 * Opens every page of a remote's web build in jsdom, where there is no browser, and writes lines of JSON: each page
 * before it is begun, at last what came of it. Plain JavaScript, because a compiler would take longer to start than all
 * of it takes.
 */
const fs = require('node:fs');
const path = require('node:path');
const { JSDOM, ResourceLoader, VirtualConsole } = require('jsdom');

const ORIGIN = 'http://shop.invalid';
const [directory = '', openPages = '', trial = '{}'] = process.argv.slice(2);

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * Nothing comes from a network. Styles are looked at elsewhere, and jsdom does not know all that ours are written in.
 */
class ReleasedFiles extends ResourceLoader {
  fetch(url) {
    const name = path.basename(new URL(url).pathname);
    if (name.endsWith('.css')) return Promise.resolve(Buffer.from('.loaded{}'));
    return fs.promises.readFile(path.join(directory, name));
  }
}

/** What every browser has and jsdom has not: taken from Node, or without effect, for nothing is laid out. */
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
  const { window } = new JSDOM('<!doctype html><html lang="en"><head></head><body></body></html>', {
    url: `${ORIGIN}/`,
    runScripts: 'dangerously',
    resources: new ReleasedFiles(),
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(), // what pages say there is nobody's to read
    beforeParse: completeWindow,
  });
  // jsdom tells a page of no rejection.
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
