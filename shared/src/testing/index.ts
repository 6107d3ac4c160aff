export * from '../contract-answers/respondTo';
export * from '../contract-answers/builders';
export * from './createContractServices';
export * from './createFakeServices';
export * from './remoteContract';
export * from './renderRemote';
export * from './results';
export { setMedia } from './media';
