export * from './ProductGateway';
export * from './CheckoutGateway';
export * from './apiGateways';
