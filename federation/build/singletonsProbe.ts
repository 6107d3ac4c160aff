/** Lets a test ask a running remote which singletons it uses. A chunk of its own that no page loads. */
export { default as React } from 'react';
export { ReactReduxContext } from 'react-redux';
export { storeContext } from '@shop/shared/state';
