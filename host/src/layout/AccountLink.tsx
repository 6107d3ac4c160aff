import { User, UserCheck } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconLink } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { selectAuth, useAppSelector } from '@shop/shared/state';
import styles from './Header.module.css';

/**
 * Says who is signed in; signed out, the account's screen sends its visitor to sign in and back. Narrow screens have it
 * in the menu.
 */
export function AccountLink() {
  const { isAuthenticated, user } = useAppSelector(selectAuth);
  return (
    <IconLink
      label={isAuthenticated && user ? `Account of ${user.name}` : 'Account, log in'}
      to={paths.account}
      className={styles.account}
    >
      <Icon icon={isAuthenticated ? UserCheck : User} />
    </IconLink>
  );
}
