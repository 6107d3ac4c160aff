import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectIsAuthenticated, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, type ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import styles from './AccountLayout.module.css';
import { AccountNav } from './AccountNav';

interface AccountLayoutProps {
  readonly title: string;
  /** Breadcrumbs between the account and this screen, such as the list of orders. */
  readonly parent?: { readonly label: string; readonly href: string };
  /** Shown beside the title. */
  readonly action?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the account: breadcrumbs, navigation and title. */
export function AccountLayout({ title, parent, action, lead, children }: AccountLayoutProps) {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { revalidate } = useRevalidator();
  const leaving = useRef(false);
  const wasSignedIn = useRef(isAuthenticated);

  // If the session ends while the screen is open, the loader redirects to sign-in and back.
  useEffect(() => {
    if (wasSignedIn.current && !isAuthenticated && !leaving.current) void revalidate();
    wasSignedIn.current = isAuthenticated;
  }, [isAuthenticated, revalidate]);

  const crumbs = [
    { label: 'Home', href: paths.home },
    ...(title === 'Account' ? [] : [{ label: 'Account', href: paths.account }]),
    ...(parent ? [parent] : []),
    { label: title },
  ];
  return (
    <Wrap>
      <PageMeta title={title} noIndex />
      <Breadcrumb items={crumbs} />
      <div className={styles.columns}>
        <AccountNav onLogOut={() => (leaving.current = true)} />
        <div className={styles.content}>
          <div className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            {action}
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </Wrap>
  );
}
