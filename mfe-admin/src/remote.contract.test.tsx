import { describeRemoteContract } from '@shop/shared/testing';
import description from '../remote.json';
import { remote } from './remote';

describeRemoteContract(remote, {
  load: () => import('./remote'),
  mounts: description.mounts.map(({ path }) => path),
  routeIds: ['admin'],
  slices: ['admin'],
  routes: [
    { at: '/admin/sign-in' },
    { at: '/admin/invite' },
    { at: '/admin', signedIn: true },
    { at: '/admin/orders', signedIn: true },
    { at: '/admin/orders/ORD-7K3F-9Q2M', signedIn: true },
    { at: '/admin/orders/ORD-7K3F-9Q2M/address', signedIn: true },
    { at: '/admin/orders/ORD-7K3F-9Q2M/packing-slip', signedIn: true },
    { at: '/admin/orders/ORD-7K3F-9Q2M/receipt', signedIn: true },
    { at: '/admin/products', signedIn: true },
    { at: '/admin/categories', signedIn: true },
    { at: '/admin/products/import?import=1', signedIn: true },
    { at: '/admin/products/new', signedIn: true },
    { at: '/admin/products/ring-halo', signedIn: true },
    { at: '/admin/coupons', signedIn: true },
    { at: '/admin/coupons/new', signedIn: true },
    { at: '/admin/coupons/code/WELCOME10', signedIn: true },
    { at: '/admin/delivery', signedIn: true },
    { at: '/admin/delivery/new', signedIn: true },
    { at: '/admin/delivery/areas/seattle', signedIn: true },
    { at: '/admin/reviews', signedIn: true },
    { at: '/admin/staff', signedIn: true },
    { at: '/admin/audit', signedIn: true },
    { at: '/admin/account', signedIn: true },
  ],
});
