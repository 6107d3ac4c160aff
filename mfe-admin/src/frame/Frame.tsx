import {
  getCounts,
  getStaffMe,
  listStaffCustomers,
  listStaffOrders,
  listStaffProducts,
  mayDo,
  ROLES,
  signOutStaff,
} from '@shop/contracts';
import { UNAUTHENTICATED } from '@shop/contracts/constants';
import type { ApiFailure } from '@shop/shared/api-client';
import { formatMoney } from '@shop/shared/format';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { Ellipsis, Keyboard, Search } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { countsRead, meRead, selectCounts, selectMe } from '../adminSlice';
import { getCustomerPath } from '../customers/describeCustomer';
import { describeFulfillment, getOrderPath } from '../orders/list/describeOrder';
import tokens from '../parts/admin.module.css';
import { describeState, getProductPath } from '../products/describeProduct';
import { Banner, FailedState, LoadingRows } from '../parts/States';
import { useCall } from '../useApi';
import { Confirmation } from './Confirmation';
import { KeysDialog } from './KeysDialog';
import { NoPermission } from './NoPermission';
import { Palette, type Command, type PaletteSearch } from './Palette';
import { findPlace, formatCount, listPhonePlaces, listPlaces } from './places';
import { setTheme, THEMES } from './theme';
import { Toasts } from './Toasts';
import { useKeys } from './useKeys';
import { useOffline } from './useOffline';
import styles from './Frame.module.css';

const COUNTS_INTERVAL_MS = 60_000;
const MAX_FOUND = 5;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** The frame around every desk: navigation by permission, search, account. Without a session it leads to the door. */
export function Frame() {
  return (
    <div className={tokens.admin}>
      <Toasts>
        <Confirmation>
          <Shell />
        </Confirmation>
      </Toasts>
    </div>
  );
}

function Shell() {
  const me = useAppSelector(selectMe);
  const counts = useAppSelector(selectCounts);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const call = useCall();
  const [dialog, setDialog] = useState<'palette' | 'keys'>();
  const [failure, setFailure] = useState<ApiFailure>();
  const isOffline = useOffline();

  const readMe = useCallback((): void => {
    setFailure(undefined);
    void call(getStaffMe, {}).then((result) => {
      if (result.ok) dispatch(meRead(result.value.me));
      else if (result.failure.code !== UNAUTHENTICATED) setFailure(result.failure);
    });
  }, [call, dispatch]);
  useEffect(readMe, [readMe]);
  useEffect(() => {
    if (me === null) void navigate(`/admin/sign-in?next=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [me, navigate, pathname, search]);
  const isIn = Boolean(me);
  useEffect(() => {
    if (!isIn) return undefined;
    const count = (): void => {
      if (document.visibilityState === 'visible')
        void call(getCounts, {}).then((result) => {
          if (result.ok) dispatch(countsRead(result.value.data));
        });
    };
    count();
    const timer = setInterval(count, COUNTS_INTERVAL_MS);
    document.addEventListener('visibilitychange', count);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', count);
    };
    // Also with each page that is opened: what was just done no longer waits.
  }, [isIn, call, dispatch, pathname]);

  const places = me ? listPlaces(me.role) : [];
  const close = useCallback(() => setDialog(undefined), []);
  const signOut = (): void =>
    void call(signOutStaff, {}).then(() => {
      dispatch(meRead(null));
    });
  const commands: readonly Command[] = [
    ...places.map(({ name, path, key }) => ({
      name,
      hint: `G ${key.toUpperCase()}`,
      run: () => void navigate(path),
    })),
    { name: 'My account', run: () => void navigate('/admin/account') },
    ...THEMES.map((theme) => ({ name: `Theme: ${theme}`, run: () => setTheme(theme) })),
    { name: 'Keys', hint: '?', run: () => setDialog('keys') },
    { name: 'Sign out', run: signOut },
  ];
  const findOrders = async (text: string): Promise<readonly Command[]> => {
    const result = await call(listStaffOrders, { query: { q: text } });
    if (!result.ok) return [];
    return result.value.data.items.slice(0, MAX_FOUND).map((row) => ({
      name: row.number,
      text: `${row.customer}, ${formatMoney(row.total)}`,
      hint: describeFulfillment(row).word,
      run: () => void navigate(getOrderPath(row.number)),
    }));
  };
  const findCustomers = async (text: string): Promise<readonly Command[]> => {
    const result = await call(listStaffCustomers, { query: { q: text } });
    if (!result.ok) return [];
    return result.value.data.items.slice(0, MAX_FOUND).map(({ id, name, email, orders }) => ({
      id: `customer ${id}`,
      name,
      text: email,
      hint: `${orders} ${orders === 1 ? 'order' : 'orders'}`,
      run: () => void navigate(getCustomerPath(id)),
    }));
  };
  const findProducts = async (text: string): Promise<readonly Command[]> => {
    const result = await call(listStaffProducts, { query: { q: text } });
    if (!result.ok) return [];
    return result.value.data.items.slice(0, MAX_FOUND).map((row) => ({
      id: `product ${row.id}`,
      name: row.name,
      text: row.sku,
      hint: describeState(row).word,
      run: () => void navigate(getProductPath(row.id)),
    }));
  };
  const searches: readonly PaletteSearch[] = [
    ...(me && mayDo(me.role, 'orders.read') ? [{ noun: 'order', find: findOrders }] : []),
    ...(me && mayDo(me.role, 'customers.read') ? [{ noun: 'customer', find: findCustomers }] : []),
    ...(me && mayDo(me.role, 'catalog.write') ? [{ noun: 'product', find: findProducts }] : []),
  ];
  useKeys({
    '/': () => setDialog('palette'),
    'mod+k': () => setDialog('palette'),
    '?': () => setDialog('keys'),
    ...Object.fromEntries(places.map(({ key, path }) => [`g ${key}`, () => void navigate(path)])),
  });

  const place = findPlace(pathname);
  const onPhones = listPhonePlaces(places);
  const nav = places.map((each) => {
    const { path, name, icon: Icon, counts: waiting } = each;
    const count = waiting === undefined ? 0 : (counts?.[waiting] ?? 0);
    return (
      <NavLink
        key={path}
        to={path}
        end={path === '/admin'}
        className={styles.nav}
        title={name}
        data-more={!onPhones.has(each) || undefined}
      >
        <Icon aria-hidden />
        <span className={styles.label}>{name}</span>
        {count > 0 && (
          <span className={styles.count}>
            {formatCount(count)}
            <span className={styles.hidden}> waiting</span>
          </span>
        )}
      </NavLink>
    );
  });

  return (
    <div className={styles.app}>
      <aside className={styles.side}>
        <p className={styles.shop}>
          <span className={styles.label}>Back office</span>
        </p>
        <nav className={styles.places} aria-label="Main">
          {nav}
          {onPhones.size < places.length && (
            <button
              type="button"
              className={`${styles.nav} ${styles.more}`}
              data-current={(place && !onPhones.has(place)) || undefined}
              onClick={() => setDialog('palette')}
            >
              <Ellipsis aria-hidden />
              More
            </button>
          )}
        </nav>
        {me && (
          <Link to="/admin/account" className={styles.me} title="My account">
            <span className={styles.initials} aria-hidden>
              {initialsOf(me.name)}
            </span>
            <span className={styles.label}>
              <b>{me.name}</b>
              <small>{ROLES[me.role].name}</small>
            </span>
          </Link>
        )}
      </aside>
      <div className={styles.main}>
        <header className={styles.bar}>
          <p className={styles.title}>{place?.name ?? 'My account'}</p>
          <button type="button" className={styles.find} aria-label="Go to, or do" onClick={() => setDialog('palette')}>
            <Search aria-hidden />
            <span aria-hidden>Go to, or do</span>
            <kbd aria-hidden>/</kbd>
          </button>
          <button type="button" className={styles.icon} aria-label="Keys" onClick={() => setDialog('keys')}>
            <Keyboard aria-hidden />
          </button>
        </header>
        {isOffline && (
          <div className={styles.offline}>
            <Banner>
              <span>You are offline. What you see is from before, and what you type stays here.</span>
            </Banner>
          </div>
        )}
        <main id="main" tabIndex={-1} className={styles.page}>
          {me && place?.needs && !mayDo(me.role, place.needs) ? (
            <NoPermission name={place.name} needs={place.needs} role={me.role} />
          ) : me ? (
            <Suspense fallback={<LoadingRows />}>
              <Outlet />
            </Suspense>
          ) : failure ? (
            <FailedState failure={failure} onRetry={readMe} />
          ) : (
            <LoadingRows />
          )}
        </main>
      </div>
      {dialog === 'palette' && <Palette commands={commands} searches={searches} onClose={close} />}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
    </div>
  );
}
