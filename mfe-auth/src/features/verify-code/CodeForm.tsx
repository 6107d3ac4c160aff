import { ArrowLeft } from 'lucide-react';
import { OTP_LENGTH } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { CodeInput } from '@shop/shared/design-system/CodeInput';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectAuth, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import type { CodeState } from '../../parts/CodeState';
import styles from './CodeForm.module.css';
import { ResendCode } from './ResendCode';

const TITLE = 'Check your email';

interface CodeFormProps {
  /** Without `user_id` until the challenge is known; nothing can be verified before. */
  readonly code: Partial<CodeState>;
  /** True if the mail has a link, too. */
  readonly hasLink?: boolean;
  /** Where another address can be given. */
  readonly back: string;
  readonly onVerify: (userId: string, otp: string) => Promise<void>;
}

/** The code from the mail: exactly 6 characters (product.md 8.8); it can be resent after a minute. */
export function CodeForm({ code, hasLink = false, back, onVerify }: CodeFormProps) {
  const { email, user_id: userId, codeSent, nextCodeAt = 0 } = code;
  const { loading } = useAppSelector(selectAuth);
  const [otp, setOtp] = useState('');
  const complete = otp.length === OTP_LENGTH && userId !== undefined;

  const verify = (): void => {
    if (complete) void onVerify(userId, otp);
  };

  return (
    <AuthCard
      title={TITLE}
      lead={
        <>
          Enter the 6-character code we sent to {email === undefined ? 'your email address' : <strong>{email}</strong>}.
          It is valid for 10 minutes.
          {codeSent === false &&
            ` We sent no new mail: the codes in the last three are valid${hasLink ? ', and so are their links' : ''}.`}
        </>
      }
    >
      <AuthForm label={TITLE} onSubmit={verify}>
        <CodeInput label="Verification code" length={OTP_LENGTH} value={otp} onChange={setOtp} />
        <Button type="submit" block disabled={!complete} busyText={loading && complete ? 'Verifying' : undefined}>
          Verify
        </Button>
      </AuthForm>
      <div className={styles.row}>
        <Link className={styles.back} to={back}>
          <Icon icon={ArrowLeft} />
          <span>Use another email</span>
        </Link>
        <ResendCode userId={userId} nextCodeAt={nextCodeAt} />
      </div>
    </AuthCard>
  );
}
