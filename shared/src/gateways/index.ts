export * from './ContactGateway';
export * from './PostGateway';
export * from './ProductGateway';
export * from './CheckoutGateway';
export * from './apiGateways';
