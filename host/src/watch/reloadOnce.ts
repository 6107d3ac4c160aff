const RELOADED_KEY = 'shop.reloaded';

/** Loads the page again, once in this tab: what loading does not end would reload it without end. */
export const reloadOnce = (): void => {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) !== null) return;
    sessionStorage.setItem(RELOADED_KEY, 'true');
  } catch {
    return; // without storage it could reload forever
  }
  window.location.reload();
};
