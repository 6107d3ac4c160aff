import { User, UserCheck } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconLink } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { selectAuth, useAppSelector } from '@shop/shared/state';
import styles from './Header.module.css';

/**
 * Link to the account, named after the signed-in customer. Others are redirected to sign in and back. On narrow screens
 * it is in the menu.
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
