const RELOAD_KEY = 'shop.reloaded';
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** Loads a broken page anew, once in a while. */
export const reloadOnce = (): void => {
  try {
    const ago = Date.now() - Number(sessionStorage.getItem(RELOAD_KEY));
    if (ago >= 0 && ago < MIN_RELOAD_INTERVAL_MS) return;
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()));
  } catch {
    return; // without storage it could reload forever
  }
  window.location.assign(window.location.href);
};
