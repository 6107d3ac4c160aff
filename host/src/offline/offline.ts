import { isStorefrontId, STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import { readStored } from '../persistence/browserStorage';
import { CART_KEY, parseStoredCart } from '../persistence/storedState';
import { restoreCart } from './restoreCart';
import { waitForServer } from './waitForServer';

/** The offline page: no server and no store, only what this browser kept. */
const storefront = new RegExp(`(?:^|;\\s*)${STOREFRONT_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
if (isStorefrontId(storefront)) document.documentElement.dataset['storefront'] = storefront;

const cart = document.getElementById('cart');
if (cart) restoreCart(cart, parseStoredCart(readStored(CART_KEY))?.items ?? []);

const reload = (): void => window.location.reload();
document.getElementById('again')?.addEventListener('click', reload);
// The page that was asked for comes by itself once the network is back.
waitForServer(reload);
