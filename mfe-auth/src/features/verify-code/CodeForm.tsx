import { ArrowLeft } from 'lucide-react';
import { OTP_LENGTH } from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { CodeInput } from '@shop/shared/design-system/CodeInput';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectAuth, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import styles from './CodeForm.module.css';
import { ResendCode } from './ResendCode';

interface CodeFormProps {
  readonly title: string;
  readonly email: string | undefined;
  /** Undefined until the challenge is known; nothing can be verified before. */
  readonly userId: string | undefined;
  readonly back: { readonly label: string; readonly href: string };
  readonly onVerify: (userId: string, otp: string) => Promise<void>;
}

/** The code from the mail: exactly 6 characters (product.md 8.8); it can be resent after a minute. */
export function CodeForm({ title, email, userId, back, onVerify }: CodeFormProps) {
  const { loading } = useAppSelector(selectAuth);
  const [otp, setOtp] = useState('');
  const complete = otp.length === OTP_LENGTH && userId !== undefined;

  const verify = (): void => {
    if (complete) void onVerify(userId, otp);
  };

  return (
    <AuthCard
      title={title}
      lead={
        <>
          Enter the 6-character code we sent to {email === undefined ? 'your email address' : <strong>{email}</strong>}.
          It is valid for 10 minutes.
        </>
      }
    >
      <AuthForm label={title} onSubmit={verify}>
        <CodeInput label="Verification code" length={OTP_LENGTH} value={otp} onChange={setOtp} />
        <Button type="submit" block disabled={!complete} busyText={loading && complete ? 'Verifying' : undefined}>
          Verify
        </Button>
      </AuthForm>
      <div className={styles.row}>
        <Link className={styles.back} to={back.href}>
          <Icon icon={ArrowLeft} />
          <span>{back.label}</span>
        </Link>
        <ResendCode userId={userId} />
      </div>
    </AuthCard>
  );
}
