import { cleanCode } from '@shop/contracts/cleanPasted';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { paths } from '@shop/shared/navigation';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './PostcodeForm.module.css';

/** Asks where a van should go; /delivery answers. */
export function PostcodeForm({ postcode = '', look }: { readonly postcode?: string; readonly look?: 'quiet' }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(postcode);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    void navigate(`${paths.delivery}?postcode=${encodeURIComponent(cleanCode(typed))}`, { preventScrollReset: true });
  };
  return (
    <form className={styles.form} action={paths.delivery} onSubmit={ask} aria-label="Delivery times">
      <Field
        label="ZIP Code"
        name="postcode"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="postal-code"
        required
        maxLength={16}
      />
      <Button type="submit" {...(look === 'quiet' && { variant: 'secondary' })}>
        Show times
      </Button>
    </form>
  );
}
