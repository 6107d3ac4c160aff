import { OTP_LENGTH } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { CodeInput } from '@shop/shared/design-system/CodeInput';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { EmailField } from '../../parts/EmailField';
import { ExistingPasswordField } from '../../parts/ExistingPasswordField';
import { isCurrentPassword } from '../../parts/rules';
import { AccountForm } from './AccountForm';
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
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY });

  const sendCode = form.handleSubmit(async (values) => {
    setFailure(undefined);
    const email = values.email.trim();
    const sent = await dispatch(emailChangeRequested({ email, current_password: values.current_password }));
    if (emailChangeRequested.fulfilled.match(sent)) {
      setChallenge({ user_id: sent.payload, email });
      setOtp('');
      return;
    }
    setFailure(sent.payload);
    showServerErrors(form.setError, FIELDS, sent.meta);
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
    form.reset(EMPTY);
  };

  if (challenge) {
    return (
      <AccountForm
        label="Verify the new address"
        error={error}
        onSubmit={verify}
        actions={
          <>
            <Button
              type="submit"
              size="md"
              disabled={otp.length !== OTP_LENGTH}
              busyText={verifying ? 'Verifying' : undefined}
            >
              Verify
            </Button>
            <Button variant="quiet" size="md" onClick={() => setChallenge(undefined)}>
              Use another email
            </Button>
          </>
        }
      >
        <p>
          Enter the 6-character code we sent to <strong>{challenge.email}</strong>.
        </p>
        <CodeInput label="Verification code" length={OTP_LENGTH} value={otp} onChange={setOtp} />
      </AccountForm>
    );
  }
  return (
    <FormProvider {...form}>
      <AccountForm
        label="Change email address"
        error={error}
        onSubmit={sendCode}
        actions={
          <Button
            type="submit"
            variant="secondary"
            size="md"
            busyText={form.formState.isSubmitting ? 'Sending' : undefined}
          >
            Change email
          </Button>
        }
      >
        <EmailField label="New email" />
        <ExistingPasswordField name="current_password" label="Current password" rule={isCurrentPassword} />
      </AccountForm>
    </FormProvider>
  );
}
