/** "order.refund-started" is "Order refund started". */
export const describeAction = (action: string): string => {
  const words = action.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
