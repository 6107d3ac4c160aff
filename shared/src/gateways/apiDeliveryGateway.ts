import type { ApiClient } from '../api-client/apiClient';
import { getNextDelivery, holdDeliverySlot, listDeliverySlots } from '@shop/contracts/delivery';
import type { DeliveryGateway } from './CheckoutGateway';
import { mapResult, unwrapData } from './results';

export const createApiDeliveryGateway = (api: ApiClient): DeliveryGateway => ({
  next: async () => unwrapData(await api.request(getNextDelivery, {})),
  slots: async (query) => unwrapData(await api.request(listDeliverySlots, { query })),
  hold: async (slot_id) =>
    mapResult(await api.request(holdDeliverySlot, { body: { slot_id } }), ({ data }) => data.held_minutes),
});
