import { Heart, MapPin, Package, ShieldCheck } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { EmptyState } from '@shop/shared/design-system/EmptyState';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Icon } from '@shop/shared/design-system/Icon';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { paths } from '@shop/shared/navigation';
import { selectProfile, selectUser, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { AccountLayout } from '../../parts/AccountLayout';
import { OrderCard } from '../../parts/OrderCard';
import styles from './DashboardPage.module.css';
import { fetchRecentOrders, selectDashboard } from './dashboardSlice';

const SHORTCUTS = [
  { label: 'Orders', text: 'Track, cancel or reorder', href: paths.orders, icon: Package },
  { label: 'Wishlist', text: 'Pieces you love', href: paths.wishlist, icon: Heart },
  { label: 'Addresses', text: 'For billing and shipping', href: paths.addresses, icon: MapPin },
  { label: 'Account', text: 'Name, password, devices', href: paths.account, icon: ShieldCheck },
] as const;

export function DashboardPage() {
  const user = useAppSelector(selectUser);
  const { recentOrders } = useAppSelector(selectProfile);
  const { loading, error } = useAppSelector(selectDashboard);
  const dispatch = useAppDispatch();

  return (
    <AccountLayout title="Dashboard" lead={user && `Hi ${user.name.split(' ')[0] ?? ''}`}>
      <ul className={styles.shortcuts}>
        {SHORTCUTS.map(({ label, text, href, icon }) => (
          <li key={href}>
            <Link to={href}>
              <Icon icon={icon} />
              <span className={styles.label}>{label}</span>
              <span className={styles.text}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <section aria-labelledby="recent-orders">
        <SectionHead id="recent-orders" title="Recent orders" />
        {error !== null ? (
          <ErrorPanel
            headingLevel={3}
            title={`Your orders cannot be shown right now: ${error}`}
            onRetry={() => void dispatch(fetchRecentOrders())}
          />
        ) : loading ? (
          <div aria-busy="true">
            <Skeleton shape="rows" />
          </div>
        ) : recentOrders.length === 0 ? (
          <EmptyState icon={Package} title="No orders yet" text="Your orders will appear here.">
            <ButtonLink to={paths.products}>See all products</ButtonLink>
          </EmptyState>
        ) : (
          <div className={styles.orders}>
            {recentOrders.map((order) => (
              <OrderCard key={order.number} order={order} headingLevel={3} />
            ))}
          </div>
        )}
      </section>
    </AccountLayout>
  );
}
