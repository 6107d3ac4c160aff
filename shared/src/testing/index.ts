export * from './builders';
export * from './fakeServices';
export * from './renderRemote';
export { setMedia } from './media';
