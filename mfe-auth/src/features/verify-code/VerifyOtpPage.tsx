import { paths } from '@shop/shared/navigation';
import { useAppDispatch, verifyOtp } from '@shop/shared/state';
import { useLeaveWhenSignedIn } from '../../parts/useLeaveWhenSignedIn';
import { CodeForm } from './CodeForm';
import { useCodeState } from './useCodeState';

const MISSING = { text: 'User ID not found. Please register again.', goTo: paths.register };

/** Completes a registration: a verified customer is signed in and redirected (product.md 8.8). */
export function VerifyOtpPage() {
  const code = useCodeState(MISSING);
  const { next = paths.home } = code;
  const dispatch = useAppDispatch();
  useLeaveWhenSignedIn(next);

  const verify = async (user_id: string, otp: string): Promise<void> => {
    await dispatch(verifyOtp({ user_id, otp }));
  };
  return <CodeForm code={code} back={paths.register} onVerify={verify} />;
}
