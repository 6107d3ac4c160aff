import { createAppAsyncThunk, createPageLoader, createPersonalLoader, placeChosen } from '@shop/shared/state';
import type { LoaderFunction } from 'react-router-dom';
import { deliveryRead, selectDelivery } from '../../parts/deliverySlice';
import { fetchNextDelivery } from '../../parts/fetchNextDelivery';

/** What a ZIP Code looks like; the server knows where vans go. */
const POSTCODE = /^\d{5}(-\d{4})?$/;

/** Loads the slots for a postal code; '' forgets them. An answer to an earlier question is ignored. */
const fetchOffer = createAppAsyncThunk(
  'delivery/offerFetched',
  async (postcode: string, { extra, dispatch, getState }): Promise<void> => {
    const isOdd = postcode !== '' && !POSTCODE.test(postcode);
    dispatch(deliveryRead({ postcode, offer: null, error: isOdd ? 'Enter a ZIP Code, such as 97205.' : null }));
    if (postcode === '' || isOdd) return;
    void dispatch(placeChosen(postcode));
    const { listDeliverySlots } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/delivery');
    const result = await extra.api.request(listDeliverySlots, { query: { postcode } });
    if (selectDelivery(getState()).postcode !== postcode) return;
    dispatch(deliveryRead(result.ok ? { offer: result.value.data } : { error: result.failure.message }));
  },
);

const loadAreas = createPageLoader(async (store) => {
  if (selectDelivery(store.getState()).areas.length === 0) await store.dispatch(fetchNextDelivery());
});

/** A place that this browser holds is its own. */
const loadOffer = createPersonalLoader(
  async (store, { request }) => {
    await store.dispatch(fetchOffer((new URL(request.url).searchParams.get('postcode') ?? '').trim()));
  },
  { left: 'part' },
);

export const loadDelivery: LoaderFunction = async (args, handlerContext) => {
  await loadAreas(args, handlerContext);
  return loadOffer(args, handlerContext);
};
