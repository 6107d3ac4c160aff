export * from './endpoint';
export * from './storefront';
export * from './categories';
export * from './brands';
export * from './topProducts';
export * from './products';
export * from './orders';
export * from './health';
