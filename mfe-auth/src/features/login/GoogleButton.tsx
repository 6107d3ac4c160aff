import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { buildGoogleHref } from '@shop/shared/navigation';
import { useAppSelector } from '@shop/shared/state';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import styles from './GoogleButton.module.css';
import { GoogleMark } from './GoogleMark';
import { selectGoogle } from '../../parts/signInOptionsSlice';

const LABEL = 'Continue with Google';

/** A plain link to Google. Without Google credentials the button says that it is not available (product.md 8.13). */
export function GoogleButton({ remember }: { readonly remember: boolean }) {
  const google = useAppSelector(selectGoogle);
  const [params] = useSearchParams();
  const reasonId = useId();
  const next = params.get('next');

  if (google) {
    return (
      <ButtonLink
        reloadDocument
        block
        variant="secondary"
        className={styles.button}
        to={buildGoogleHref({ remember, next })}
      >
        <GoogleMark />
        {LABEL}
      </ButtonLink>
    );
  }
  return (
    <div className={styles.unavailable}>
      <Button block variant="secondary" className={styles.button} disabled aria-describedby={reasonId}>
        <GoogleMark />
        {LABEL}
      </Button>
      <p id={reasonId} className={styles.reason}>
        {google === null
          ? 'Google sign-in cannot be reached right now.'
          : 'Google sign-in is not set up for this shop.'}
      </p>
    </div>
  );
}
