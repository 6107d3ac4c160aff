/** Only this remote links to it, so it is not one of the shop's paths. */
export const BUY_AGAIN_PATH = '/buy-again';
