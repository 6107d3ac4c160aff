import { getStaffCustomer, type StaffCustomer } from '@shop/contracts';
import type { ApiFailure, Result } from '@shop/shared/api-client';
import { use } from 'react';
import { ToastContext } from '../frame/Toasts';
import { useLoaded } from '../useApi';

/** Shows what a call has answered and says so, or why it failed. */
export type Settle = (
  result: Result<{ readonly data: StaffCustomer; readonly message: string }>,
  done?: string,
) => ApiFailure | undefined;

/** A customer, as the last call has answered it. */
export const useCustomer = (id: string) => {
  const toast = use(ToastContext);
  const { value, failure, loading, reload, replace } = useLoaded(getStaffCustomer, { params: { id } }, id);
  const settle: Settle = (result, done) => {
    if (!result.ok) return result.failure;
    replace({ status: true, message: '', data: result.value.data });
    toast({ text: done ?? result.value.message });
    return undefined;
  };
  return { customer: value?.data, failure, loading, reload, settle };
};
