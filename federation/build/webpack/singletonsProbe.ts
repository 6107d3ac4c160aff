/** Lets tests check which singletons a running remote uses. A separate chunk that no page loads. */
export { default as React } from 'react';
export { ReactReduxContext } from 'react-redux';
export { storeContext } from '@shop/shared/state';
