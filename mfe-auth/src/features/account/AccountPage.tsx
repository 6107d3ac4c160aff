import { ButtonLink } from '@shop/shared/design-system/Button';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Note } from '@shop/shared/design-system/Note';
import { paths } from '@shop/shared/navigation';
import { selectUser, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useSearchParams } from 'react-router-dom';
import { AccountLayout } from '../../parts/AccountLayout';
import { AccountSection } from './AccountSection';
import styles from './AccountPage.module.css';
import { fetchAccount, selectAccount } from './accountSlice';
import { Activity } from './Activity';
import { EmailForm } from './EmailForm';
import { GoogleConnection } from './GoogleConnection';
import { PasswordForm } from './PasswordForm';
import { ProfileForm } from './ProfileForm';
import { Sessions } from './Sessions';
import { YourData } from './YourData';

/** Texts for the `?google=` parameter of a failed connection with Google. */
const GOOGLE_NOTICES: Readonly<Record<string, string>> = {
  'taken-by-other':
    'This Google account belongs to another account of the shop, or yours is connected to another one already.',
  unavailable: 'Google cannot be reached right now. Please try again.',
  failed: 'Google was not connected. Please try again.',
};

export function AccountPage() {
  const user = useAppSelector(selectUser);
  const { ways, error } = useAppSelector(selectAccount);
  const dispatch = useAppDispatch();
  const [params] = useSearchParams();
  const google = params.get('google');

  return (
    <AccountLayout title="Account">
      {google !== null && <Note tone="error">{GOOGLE_NOTICES[google] ?? GOOGLE_NOTICES['failed']}</Note>}
      {error !== null && (
        <ErrorPanel
          title={`Part of your account cannot be shown right now: ${error}`}
          onRetry={() => void dispatch(fetchAccount())}
        />
      )}
      {user && (
        <>
          <AccountSection title="Profile" text="How we address you and reach you.">
            <ProfileForm key={user.id} />
          </AccountSection>
          <AccountSection title="Email" text="We’ll notify your old address.">
            <p className={styles.email}>{user.email}</p>
            {ways?.password !== false && <EmailForm />}
          </AccountSection>
          <AccountSection title="Password" text="Changing it logs your other devices out.">
            {ways?.password === false ? (
              <>
                <p>You log in with Google. To log in with a password as well, set one with a code that we email you.</p>
                <ButtonLink variant="secondary" size="md" to={paths.forgotPassword}>
                  Set a password
                </ButtonLink>
              </>
            ) : (
              <PasswordForm />
            )}
          </AccountSection>
          <AccountSection title="Google" text="Another way to log in.">
            <GoogleConnection />
          </AccountSection>
          <AccountSection title="Devices" text="Where you are logged in.">
            <Sessions />
          </AccountSection>
          <AccountSection title="Activity" text="Don’t recognize this? Change your password.">
            <Activity />
          </AccountSection>
          <AccountSection title="Your data" text="Everything we store about you.">
            <YourData />
          </AccountSection>
        </>
      )}
    </AccountLayout>
  );
}
