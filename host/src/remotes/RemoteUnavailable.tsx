import { RotateCw, Unplug } from 'lucide-react';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { selectIsBackOffice, selectStorefront, useAppSelector } from '@shop/shared/state';
import { use, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom';
import { reportError } from '../rum/reportError';
import { PageSkeleton } from '../layout/PageSkeleton';
import { RemotesContext } from './Remotes';
import styles from './RemoteUnavailable.module.css';
import { useStandIn } from './useStandIn';

/** After this many failed retries, the panel links to the contact page. */
const RETRIES_BEFORE_HELP = 3;

/** Shown instead of a remote that failed: its previous release, or else an error panel. */
export function RemoteUnavailable() {
  const error = useRouteError();
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    reportError(error);
    setFailures((count) => count + 1);
  }, [error]);
  const isStandInPending = useStandIn(error);
  return isStandInPending ? <PageSkeleton /> : <UnavailablePanel error={error} failures={failures} />;
}

interface UnavailablePanelProps {
  readonly error: unknown;
  /** Number of failures in a row. */
  readonly failures: number;
}

/** Error panel with a retry button, which loads the remote again without a page reload. */
function UnavailablePanel({ error, failures }: UnavailablePanelProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const retrying = useNavigation().state !== 'idle';
  const { name } = useAppSelector(selectStorefront);
  const isBackOffice = useAppSelector(selectIsBackOffice);
  const heading = useRef<HTMLHeadingElement>(null);
  const remotes = use(RemotesContext);
  const refusal = remotes?.getRefusal(pathname) ?? [];
  const title = remotes?.getMissingTitle(pathname) ?? 'This page is not loading';

  useEffect(() => {
    heading.current?.focus();
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
      {refusal.length > 0 ? (
        <div className={styles.refusal}>
          <p>The local build was refused. Mend it, and start the shop again.</p>
          <pre>{refusal.join('\n')}</pre>
        </div>
      ) : (
        <p className={styles.text}>
          This part of the site is not responding.
          {!isBackOffice && ' Your cart and wishlist are safe, and everything else still works.'}
        </p>
      )}
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
        {pathname !== paths.home && !isBackOffice && (
          <ButtonLink variant="secondary" to={paths.home}>
            Go to Home
          </ButtonLink>
        )}
        {failures > RETRIES_BEFORE_HELP &&
          !isBackOffice &&
          remotes?.findByPath(pathname) !== remotes?.findByPath(paths.contact) && (
            <ButtonLink variant="secondary" to={paths.contact}>
              Contact us
            </ButtonLink>
          )}
      </div>
    </section>
  );
}
