/**
 * Navigates to a payment provider's page. URLs other than http(s) are ignored.
 */
export const leaveShop = (url: string): void => {
  if (/^https?:$/.test(new URL(url, window.location.href).protocol)) window.location.assign(url);
};
