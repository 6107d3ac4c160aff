import { isStorefrontId, STOREFRONT_COOKIE } from '@shop/contracts/storefronts';
import { readStored } from '../persistence/browserStorage';
import { CART_KEY, parseStoredCart } from '../persistence/storedState';
import { restoreCart } from './restoreCart';
import { waitForServer } from './waitForServer';

/** Script of the offline page. It has no server and no Redux store, only this browser's storage. */
const storefront = new RegExp(`(?:^|;\\s*)${STOREFRONT_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
if (isStorefrontId(storefront)) document.documentElement.dataset['storefront'] = storefront;

const cart = document.getElementById('cart');
if (cart) restoreCart(cart, parseStoredCart(readStored(CART_KEY))?.items ?? []);

const reload = (): void => window.location.reload();
document.getElementById('again')?.addEventListener('click', reload);
// Load the requested page once the network is back.
waitForServer(reload);
