import { noticeDismissed, notify, type ShopStore } from '@shop/shared/state';

/**
 * Says once, wherever the visitor is, that the connection is lost; errors of pages do not repeat it. The notice goes
 * with the next response. Returns what to call after each call of the API.
 */
export const watchConnection = (getStore: () => ShopStore): ((hasResponse: boolean) => void) => {
  let shown: string | undefined;
  return (hasResponse) => {
    if (hasResponse === (shown === undefined)) return;
    if (shown !== undefined) {
      getStore().dispatch(noticeDismissed(shown));
      shown = undefined;
      return;
    }
    const notice = notify('Check your connection and try again.', 'alert');
    shown = notice.payload.id;
    getStore().dispatch(notice);
  };
};
