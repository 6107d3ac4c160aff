import '@shop/shared/design-system/base.css';
import '@shop/shared/design-system/tokens.css';
import '@shop/shared/design-system/fonts.css';
import './layout/overridesNote.css';

const MAX_PAINT_WAIT_MS = 1_000;

/**
 * The page is there already: it is painted before it is made to move. A window that nobody sees may paint nothing, and
 * goes on.
 */
const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, document.visibilityState === 'visible' ? MAX_PAINT_WAIT_MS : 0);
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Lets the browser answer and paint. */
const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * All of it is in the page's scripts already; evaluated in parts, none of them keeps the browser from answering for
 * long (decision 0016).
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

boot().catch((error: unknown) => console.error('The page did not come to life:', error));
