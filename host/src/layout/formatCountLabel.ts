/** "Cart, 3 items": what an icon with a count says to who cannot see it. */
export const formatCountLabel = (name: string, count: number): string =>
  `${name}, ${count} ${count === 1 ? 'item' : 'items'}`;
