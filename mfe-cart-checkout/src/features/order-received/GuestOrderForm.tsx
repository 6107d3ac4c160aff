import { EMAIL_MAX_LENGTH } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { isEmail } from '@shop/shared/forms/rules';
import { paths, buildSignInHref } from '@shop/shared/navigation';
import { selectIsAuthenticated, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useForm } from 'react-hook-form';
import styles from './GuestOrderForm.module.css';
import { guestOrderOpened } from './orderReceivedSlice';

/**
 * Shown in a browser that did not place the order: a guest's order opens with the link in its mail or its email
 * address, a customer's after logging in.
 */
export function GuestOrderForm({ number }: { readonly number: string }) {
  const dispatch = useAppDispatch();
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const open = form.handleSubmit(async ({ email }) => {
    const opened = await dispatch(guestOrderOpened({ number, proof: { email: email.trim() } }));
    if (guestOrderOpened.rejected.match(opened)) {
      form.setError(
        'email',
        { message: opened.payload?.fields['email'] ?? opened.payload?.message ?? 'Failed to open the order' },
        { shouldFocus: true },
      );
    }
  });

  return (
    <>
      <PageHead
        title="Order not found"
        text="An order opens in the browser that placed it. An order without an account also opens with its email address."
      />
      <form
        method="post"
        className={styles.form}
        noValidate
        onSubmit={(event) => void open(event)}
        aria-label={`Open order ${number}`}
      >
        <p>
          Order number <b>{number}</b>
        </p>
        <Field
          label="Email address of the order"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={EMAIL_MAX_LENGTH}
          error={errors.email?.message}
          {...form.register('email', { validate: isEmail() })}
        />
        <Button type="submit" busyText={isSubmitting ? 'Opening' : undefined}>
          Open order
        </Button>
      </form>
      {!isAuthenticated && (
        <TextLink to={buildSignInHref(paths.orders)}>Log in to see the orders of your account</TextLink>
      )}
    </>
  );
}
