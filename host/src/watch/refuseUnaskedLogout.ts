import { logoutUser, type AppDispatch, type RootState } from '@shop/shared/state';
import type { Middleware } from 'redux';
import { reportDamage } from '../rum/reportError';
import { mayAnswerInput } from './input';

/** Refuses and reports a logout that nobody asked for. Throwing rejects the call before it reaches the API. */
export const refuseUnaskedLogout =
  (isAsked = mayAnswerInput): Middleware<object, RootState, AppDispatch> =>
  () =>
  (next) =>
  (action) => {
    if (logoutUser.pending.match(action) && !isAsked()) {
      reportDamage('A logout that nobody asked for was refused');
      throw new Error('Nobody asked for this logout');
    }
    return next(action);
  };
