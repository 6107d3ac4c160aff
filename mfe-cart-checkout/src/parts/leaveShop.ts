/**
 * Out of the shop, to a page that is not its own: a payment provider's. Another address than a web page's is not
 * followed.
 */
export const leaveShop = (url: string): void => {
  if (/^https?:$/.test(new URL(url, window.location.href).protocol)) window.location.assign(url);
};
