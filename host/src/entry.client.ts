import '@shop/shared/design-system/base.css';
import '@shop/shared/design-system/tokens.css';
import './layout/overridesNote.css';

const MAX_PAINT_WAIT_MS = 1_000;

/**
 * Waits for the first paint of the server-rendered page. A hidden window may never paint, so it does not wait there.
 */
const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, document.visibilityState === 'visible' ? MAX_PAINT_WAIT_MS : 0);
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Lets the browser handle input and paint. */
const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * All modules are already in the page's scripts. They are evaluated in steps so that none blocks the browser for long
 * (decision 0016).
 */
const boot = async (): Promise<void> => {
  await waitForFirstPaint();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToBrowser();
  await import(/* webpackMode: "eager" */ '@shop/shared/state');
  await yieldToBrowser();
  const { startShop } = await import(/* webpackMode: "eager" */ './start');
  await startShop();
};

boot().catch((error: unknown) => console.error('The page failed to start:', error));
