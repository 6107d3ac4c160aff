import type { DeliveryArea } from '@shop/contracts';

const list = new Intl.ListFormat('en-US');

/** "Portland and Seattle". */
export const listAreaNames = (areas: readonly DeliveryArea[]): string => list.format(areas.map(({ name }) => name));
