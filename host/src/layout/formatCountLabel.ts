/** Accessible name of an icon with a count: "Cart, 3 items". */
export const formatCountLabel = (name: string, count: number): string =>
  `${name}, ${count} ${count === 1 ? 'item' : 'items'}`;
