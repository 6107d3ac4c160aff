export const countProducts = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`;
