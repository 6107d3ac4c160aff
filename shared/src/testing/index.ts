export * from '@shop/contracts/answers/respondTo';
export * from '@shop/contracts/answers/builders';
export * from './cartItems';
export * from './createContractServices';
export * from './createFakeServices';
export * from './remoteContract';
export * from './renderRemote';
export * from './results';
export { setMedia } from './media';
