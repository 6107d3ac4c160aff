import { paths } from '@shop/shared/navigation';
import { useAppDispatch, verifyOtp, verifyResetOtp } from '@shop/shared/state';
import { useNavigate } from 'react-router-dom';
import { useLeaveWhenSignedIn } from '../../parts/useLeaveWhenSignedIn';
import { CodeForm } from './CodeForm';
import { MailLinkForm } from './MailLinkForm';
import { useCodeState } from './useCodeState';
import { useMailLink } from './useMailLink';

const MISSING = { text: 'User ID not found. Please try again.', goTo: paths.forgotPassword };

function ResetCodeForm() {
  const code = useCodeState(MISSING);
  const { email, isLoginOTP = false, remember = false, next = paths.home } = code;
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
  return <CodeForm code={code} hasLink back={isLoginOTP ? paths.login : paths.forgotPassword} onVerify={verify} />;
}

/**
 * A login code signs in; a verified reset code leads to the new password (product.md 8.10). The link of a mail leads
 * here, too.
 */
export function VerifyResetOtpPage() {
  const link = useMailLink();
  return link ? <MailLinkForm link={link} /> : <ResetCodeForm />;
}
