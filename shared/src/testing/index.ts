export * from './answering';
export * from './builders';
export * from './contractServices';
export * from './fakeServices';
export * from './remoteContract';
export * from './renderRemote';
export { setMedia } from './media';
