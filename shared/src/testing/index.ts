export * from './respondTo';
export * from './builders';
export * from './createContractServices';
export * from './createFakeServices';
export * from './remoteContract';
export * from './renderRemote';
export { setMedia } from './media';
