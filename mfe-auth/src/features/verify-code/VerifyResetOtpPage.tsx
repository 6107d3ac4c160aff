import { paths } from '@shop/shared/navigation';
import { useAppDispatch, verifyOtp, verifyResetOtp } from '@shop/shared/state';
import { useNavigate } from 'react-router-dom';
import { useLeaveWhenSignedIn } from '../../parts/useLeaveWhenSignedIn';
import { CodeForm } from './CodeForm';
import { useCodeState } from './useCodeState';

const MISSING = { text: 'User ID not found. Please try again.', goTo: paths.forgotPassword };

/**
 * A login code signs in; a verified reset code leads to the new password (product.md 8.10).
 */
export function VerifyResetOtpPage() {
  const { email, user_id: userId, isLoginOTP = false, remember = false, next = paths.home } = useCodeState(MISSING);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  useLeaveWhenSignedIn(next);

  const verify = async (user_id: string, otp: string): Promise<void> => {
    if (isLoginOTP) {
      await dispatch(verifyOtp({ user_id, otp, ...(remember ? { remember } : {}) }));
      return;
    }
    const answer = await dispatch(verifyResetOtp({ user_id, otp }));
    if (verifyResetOtp.fulfilled.match(answer)) await navigate(paths.resetPassword, { state: { email } });
  };
  const back = isLoginOTP
    ? { label: 'Back to log in', href: paths.login }
    : { label: 'Use another address', href: paths.forgotPassword };
  return <CodeForm title="Verify reset code" email={email} userId={userId} back={back} onVerify={verify} />;
}
