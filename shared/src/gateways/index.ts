export * from './ContactGateway';
export * from './PostGateway';
export * from './ProductGateway';
export * from './CartGateway';
export * from './CheckoutGateway';
export * from './apiGateways';
