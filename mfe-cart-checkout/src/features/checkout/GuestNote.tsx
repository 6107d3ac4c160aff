import { buildSignInHref, paths } from '@shop/shared/navigation';
import { Link } from 'react-router-dom';
import styles from './CheckoutForm.module.css';

/** Says that no account is needed, and offers returning customers to log in. */
export function GuestNote() {
  return (
    <p className={styles.guest}>
      You are checking out as a guest. Have an account? <Link to={buildSignInHref(paths.checkout)}>Log in</Link> to use
      your saved addresses.
    </p>
  );
}
