export * from '@shop/contracts/answers/respondTo';
export * from '@shop/contracts/answers/builders';
export * from './cartItems';
export * from './createTestServices';
export * from './remoteContract';
export * from './renderRemote';
export { setMedia } from './media';
