import { Button } from '@shop/shared/design-system/Button';
import { paths } from '@shop/shared/navigation';
import { notify, selectAuth, useAppDispatch, useAppSelector, verifyOtp, verifyResetOtp } from '@shop/shared/state';
import { useNavigate } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { useLeaveWhenSignedIn } from '../../parts/useLeaveWhenSignedIn';
import type { MailLink } from './useMailLink';

/** Completes a login or a reset with a mail's link, by a button: programs that check mails open links, too. */
export function MailLinkForm({ link: { purpose, link_key } }: { readonly link: MailLink }) {
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  useLeaveWhenSignedIn(paths.home);

  const proceed = async (): Promise<void> => {
    if (purpose === 'login') {
      const answer = await dispatch(verifyOtp({ link_key }));
      // Somebody may have sent the link of an account of their own.
      if (verifyOtp.fulfilled.match(answer) && answer.payload.user)
        dispatch(notify(`You are logged in as ${answer.payload.user.email}.`));
      return;
    }
    const answer = await dispatch(verifyResetOtp({ link_key }));
    if (verifyResetOtp.fulfilled.match(answer))
      await navigate(paths.resetPassword, { state: { email: answer.payload.email } });
  };
  const title = purpose === 'login' ? 'Log in' : 'Choose a new password';
  return (
    <AuthCard title={title} lead="You have opened the link in our mail.">
      <AuthForm label={title} onSubmit={() => void proceed()}>
        <Button type="submit" block busyText={loading ? 'One moment' : undefined}>
          {title}
        </Button>
      </AuthForm>
      <p>
        <AuthLink to={paths.login}>Ask for a new code</AuthLink>
      </p>
    </AuthCard>
  );
}
