import { changeStaffCoupon, endStaffCoupon, type StaffCoupon } from '@shop/contracts';
import { use } from 'react';
import { ToastContext } from '../frame/Toasts';
import { useCall } from '../useApi';

/** Ends a coupon, which can be taken back while the toast is there. */
export const useEndCoupon = (onChanged: () => void): ((coupon: StaffCoupon) => Promise<void>) => {
  const call = useCall();
  const toast = use(ToastContext);
  return async ({ code, ends_at: before }) => {
    const params = { code };
    const ended = await call(endStaffCoupon, { params });
    onChanged();
    if (!ended.ok) return toast({ text: ended.failure.message, isError: true });
    const takeBack = async (): Promise<void> => {
      const body = { version: ended.value.data.version, terms: { ends_at: before } };
      const result = await call(changeStaffCoupon, { params, body });
      onChanged();
      toast(result.ok ? { text: `${code} goes on.` } : { text: result.failure.message, isError: true });
    };
    toast({ text: `${code} is ended.`, undo: () => void takeBack() });
  };
};
