export * from './ProductGateway';
export * from './CheckoutGateway';
export * from './apiGateways';
export * from './sampleGateways';
