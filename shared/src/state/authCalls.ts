/** What the calls of the auth slice need, loaded with the first of them. */
export * from '@shop/contracts/auth';
export { readAuthAnswer } from './readAuthAnswer';
