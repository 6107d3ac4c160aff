import { launchBrowser } from '../pages/measurePage';
import { startShop } from '../startShop';
import { measureCart } from './measureCart';

/** Interaction times of the cart with a CPU slowdown of 4. */
export const benchCart = async (): Promise<void> => {
  console.log('\nCart');
  const shop = await startShop();
  const browser = await launchBrowser();
  try {
    const { badge, drawer, slowDrawer } = await measureCart(browser, shop.url);
    console.log(
      `  Add to cart to the new count on the cart, processor 4 times slower: ${badge.medianMs.toFixed(0)} ms, slowest of ten ${badge.slowestMs.toFixed(0)} ms (under 50 ms)`,
    );
    console.log(
      `  the drawer opens in ${drawer.medianMs.toFixed(0)} ms, slowest of ten ${drawer.slowestMs.toFixed(0)} ms, the first time ${drawer.firstMs.toFixed(0)} ms (under 100 ms); with the slow processor in ${slowDrawer.medianMs.toFixed(0)} ms, slowest ${slowDrawer.slowestMs.toFixed(0)} ms`,
    );
  } finally {
    await browser.close();
    await shop.stop();
  }
};
