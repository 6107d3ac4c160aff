let shoppers = 0;
/** A separate /24 per shopper, so that rate limits do not affect other tests. */
export const newNetwork = (): string =>
  `10.${process.pid % 250}.${(shoppers += 1) % 250}.${Math.floor(shoppers / 250)}`;
