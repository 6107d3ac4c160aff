import type { Order } from '@shop/contracts';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { isNewPassword, NEW_PASSWORD_HINT } from '@shop/shared/forms/rules';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { paths } from '@shop/shared/navigation';
import { registerUser, useAppDispatch } from '@shop/shared/state';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import styles from './OrderReceipt.module.css';

/** Lets a guest make an account with one field. The order joins it once the mailed code is entered. */
export function AccountOffer({ order: { number, billing } }: { readonly order: Order }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });

  const createAccount = handleSubmit(async ({ password }) => {
    const { firstName, lastName, email, phone } = billing;
    const fullName = `${firstName} ${lastName}`;
    const name = fullName.length > NAME_MAX_LENGTH ? firstName : fullName;
    const registered = await dispatch(registerUser({ name, email, phone, password, confirmPassword: password }));
    if (!registerUser.fulfilled.match(registered)) {
      if (!showServerErrors(setError, ['password'], registered.meta))
        setError('password', { message: registered.payload ?? 'Registration failed' }, { shouldFocus: true });
      return;
    }
    const state = { email, user_id: registered.payload.user_id, next: paths.orderReceived(number) };
    await navigate(paths.verifyOtp, { state });
  });

  return (
    <section className={styles.panel} aria-labelledby="account-offer">
      <h2 id="account-offer">Create an account to track this order</h2>
      <p>Save your details for next time. We email you a code to confirm {billing.email}.</p>
      <form method="post" noValidate onSubmit={(event) => void createAccount(event)} aria-labelledby="account-offer">
        <input type="email" autoComplete="username" value={billing.email} readOnly hidden />
        <PasswordField
          label="Password"
          required
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
          hint={NEW_PASSWORD_HINT}
          error={formState.errors.password?.message}
          {...register('password', { validate: isNewPassword })}
        />
        <Button
          type="submit"
          variant="secondary"
          size="md"
          busyText={formState.isSubmitting ? 'Creating your account' : undefined}
        >
          Create account
        </Button>
      </form>
    </section>
  );
}
