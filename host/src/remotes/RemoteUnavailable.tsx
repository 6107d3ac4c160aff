import { RotateCw, Unplug } from 'lucide-react';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { use, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom';
import { reportError } from '../rum/reportError';
import { RemotesContext } from './Remotes';
import styles from './RemoteUnavailable.module.css';

/** So many retries in vain, and it shows where help is. */
const TRIES_BEFORE_HELP = 3;

/** Stands in place of a remote that is dead, late or broken. Retry asks for it again without a reload. */
export function RemoteUnavailable() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const retrying = useNavigation().state !== 'idle';
  const { name } = useAppSelector(selectStorefront);
  const heading = useRef<HTMLHeadingElement>(null);
  const remotes = use(RemotesContext);
  const title = remotes?.missingTitle(pathname) ?? 'This page is not loading';
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    reportError(error);
    heading.current?.focus();
    setFailures((count) => count + 1);
  }, [error]);

  return (
    <section className={styles.panel} role="alert" aria-labelledby="remote-unavailable">
      <title>{`${title} | ${name}`}</title>
      <div className={styles.icon}>
        <Icon icon={Unplug} />
      </div>
      <h1 id="remote-unavailable" className={styles.title} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.text}>
        This part of the site did not answer. Your cart and wishlist are safe, and everything else still works.
      </p>
      <div className={styles.actions}>
        <Button
          busyText={retrying ? 'Retrying' : undefined}
          onClick={() => {
            void navigate(pathname + search, { replace: true });
          }}
        >
          <Icon icon={RotateCw} />
          Retry
        </Button>
        {pathname !== paths.home && (
          <ButtonLink variant="secondary" to={paths.home}>
            Go to Home
          </ButtonLink>
        )}
        {failures > TRIES_BEFORE_HELP && remotes?.ofPath(pathname) !== remotes?.ofPath(paths.contact) && (
          <ButtonLink variant="secondary" to={paths.contact}>
            Contact us
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
