/** "ORD-7K3M-22AB", also in lowercase, without the prefix or the hyphens. */
const NUMBER = /^(?:ord-?)?([2-9a-hj-np-z]{4})-?([2-9a-hj-np-z]{4})$/;

/** Returns the number of an order that somebody has typed; null if it is none. */
export const readOrderNumber = (text: string): string | null => {
  const [, first, second] = NUMBER.exec(text.toLowerCase()) ?? [];
  return first && second ? `ORD-${first}-${second}`.toUpperCase() : null;
};
