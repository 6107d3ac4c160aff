import { EMAIL_MAX_LENGTH, OTP_LENGTH, PASSWORD_MAX_LENGTH } from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { CodeInput } from '@shop/shared/design-system/CodeInput';
import { Field } from '@shop/shared/design-system/Field';
import { Note } from '@shop/shared/design-system/Note';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { isCurrentPassword, isSignInEmail } from '../../parts/rules';
import { emailChangeRequested, emailChangeVerified } from './accountSlice';

const FIELDS = ['email', 'current_password'] as const;
const EMPTY = { email: '', current_password: '' };

/** Two steps: the shop sends a code to the new address; entering it here changes the address. */
export function EmailForm() {
  const dispatch = useAppDispatch();
  const [error, setFailure] = useState<string>();
  const [challenge, setChallenge] = useState<{ user_id: string; email: string }>();
  const [otp, setOtp] = useState('');
  const [verifying, setVerifying] = useState(false);
  const {
    register,
    handleSubmit,
    setError,
    reset,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', defaultValues: EMPTY });

  const sendCode = handleSubmit(async (values) => {
    setFailure(undefined);
    const email = values.email.trim();
    const sent = await dispatch(emailChangeRequested({ email, current_password: values.current_password }));
    if (emailChangeRequested.fulfilled.match(sent)) {
      setChallenge({ user_id: sent.payload, email });
      setOtp('');
      return;
    }
    setFailure(sent.payload);
    showServerErrors(setError, FIELDS, sent.meta);
  });

  const verify = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!challenge || otp.length !== OTP_LENGTH || verifying) return;
    setFailure(undefined);
    setVerifying(true);
    const verified = await dispatch(emailChangeVerified({ user_id: challenge.user_id, otp }));
    setVerifying(false);
    if (!emailChangeVerified.fulfilled.match(verified)) {
      setFailure(verified.payload);
      return;
    }
    dispatch(notify(verified.payload));
    setChallenge(undefined);
    reset(EMPTY);
  };

  if (challenge) {
    return (
      <form method="post" noValidate onSubmit={(event) => void verify(event)} aria-label="Verify the new address">
        <p>
          Enter the 6-character code we sent to <strong>{challenge.email}</strong>.
        </p>
        <CodeInput label="Verification code" length={OTP_LENGTH} value={otp} onChange={setOtp} />
        {error !== undefined && <Note tone="error">{error}</Note>}
        <Button
          type="submit"
          size="md"
          disabled={otp.length !== OTP_LENGTH}
          busyText={verifying ? 'Verifying' : undefined}
        >
          Verify
        </Button>
        <Button variant="quiet" size="md" onClick={() => setChallenge(undefined)}>
          Use another address
        </Button>
      </form>
    );
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void sendCode(event)} aria-label="Change email address">
      <Field
        label="New email"
        required
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        error={errors.email?.message}
        {...register('email', { validate: isSignInEmail })}
      />
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errors.current_password?.message}
        {...register('current_password', { validate: isCurrentPassword })}
      />
      {error !== undefined && <Note tone="error">{error}</Note>}
      <Button type="submit" variant="secondary" size="md" busyText={isSubmitting ? 'Sending' : undefined}>
        Change email
      </Button>
    </form>
  );
}
