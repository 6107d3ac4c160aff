import { mayDo, type Permission, type Role } from '@shop/contracts';
import {
  House,
  IdCard,
  LayoutTemplate,
  ReceiptText,
  ScrollText,
  Settings,
  Shapes,
  Star,
  Tag,
  TicketPercent,
  Truck,
  Users,
  type LucideIcon,
} from 'lucide-react';

/** A desk, as the navigation and the palette name it. */
export interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** Who may enter; anybody on the staff if unset. */
  readonly needs?: Permission;
  /** Second key after G. */
  readonly key: string;
  /** What waits there, by its name in the counts. */
  readonly counts?: string;
  /** Among the few that phones show before "More". */
  readonly isDaily?: true;
}

const PLACES: readonly Place[] = [
  { path: '/admin', name: 'Home', icon: House, key: 'd', isDaily: true },
  {
    path: '/admin/orders',
    name: 'Orders',
    icon: ReceiptText,
    needs: 'orders.read',
    key: 'o',
    counts: 'to_send',
    isDaily: true,
  },
  { path: '/admin/customers', name: 'Customers', icon: Users, needs: 'customers.read', key: 'c' },
  { path: '/admin/products', name: 'Products', icon: Tag, needs: 'catalog.write', key: 'p', isDaily: true },
  { path: '/admin/categories', name: 'Categories', icon: Shapes, needs: 'catalog.write', key: 'g' },
  { path: '/admin/coupons', name: 'Coupons', icon: TicketPercent, needs: 'coupons.write', key: 'u' },
  { path: '/admin/delivery', name: 'Delivery', icon: Truck, needs: 'delivery.write', key: 'v' },
  {
    path: '/admin/reviews',
    name: 'Reviews',
    icon: Star,
    needs: 'reviews.write',
    key: 'r',
    counts: 'reviews',
    isDaily: true,
  },
  { path: '/admin/content', name: 'Content', icon: LayoutTemplate, needs: 'content.write', key: 'w' },
  { path: '/admin/settings', name: 'Settings', icon: Settings, needs: 'settings.write', key: 's' },
  { path: '/admin/staff', name: 'Staff', icon: IdCard, needs: 'staff.write', key: 't' },
  { path: '/admin/audit', name: 'Audit log', icon: ScrollText, needs: 'audit.read', key: 'a' },
];

/** The desk that a page belongs to: its own, or that of its list. */
export const findPlace = (pathname: string): Place | undefined =>
  PLACES.findLast(({ path }) => pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`)));

export const listPlaces = (role: Role): readonly Place[] =>
  PLACES.filter(({ needs }) => needs === undefined || mayDo(role, needs));

const MAX_ON_PHONES = 4;

/** What phones show of these; the others are behind "More", if there are others. */
export const listPhonePlaces = (places: readonly Place[]): ReadonlySet<Place> =>
  new Set([...places].sort((a, b) => Number(b.isDaily ?? false) - Number(a.isDaily ?? false)).slice(0, MAX_ON_PHONES));

const MAX_SHOWN_COUNT = 999;
export const formatCount = (count: number): string => (count > MAX_SHOWN_COUNT ? '999+' : String(count));
