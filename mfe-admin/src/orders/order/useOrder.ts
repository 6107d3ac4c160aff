import { getStaffOrder, type StaffOrder } from '@shop/contracts';
import type { ApiFailure, Result } from '@shop/shared/api-client';
import { useAppSelector } from '@shop/shared/state';
import { mayDo, type Permission } from '@shop/contracts';
import { selectMe } from '../../adminSlice';
import { useLoaded } from '../../useApi';

const CONFLICT = 409;

/** Shows what a call has answered. Returns why it failed; if the order is not as it was, it is read again. */
export type Settle = (result: Result<{ readonly data: StaffOrder }>) => ApiFailure | undefined;

/** An order, as the last call has answered it. */
export const useOrder = (number: string) => {
  const { value, failure, loading, reload, replace } = useLoaded(getStaffOrder, { params: { number } }, number);
  const settle: Settle = (result) => {
    if (result.ok) {
      replace({ status: true, message: '', data: result.value.data });
      return undefined;
    }
    if (result.failure.status === CONFLICT) reload();
    return result.failure;
  };
  return { order: value?.data, failure, loading, reload, settle };
};

/** Whether the role of who is here has a permission. */
export const useMay = (permission: Permission): boolean => {
  const me = useAppSelector(selectMe);
  return Boolean(me && mayDo(me.role, permission));
};
