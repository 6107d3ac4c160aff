import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import type { RouteObject } from 'react-router-dom';
import { Frame } from './frame/Frame';
import { HomePage } from './frame/HomePage';

/** The door stands alone; everything else is inside the frame. */
export const adminRoutes: RouteObject[] = [
  createLazyRoute({
    id: 'admin.sign-in',
    path: 'admin/sign-in',
    chunk: 'admin-door',
    load: async () => (await import(/* webpackChunkName: "admin-door" */ './door/SignInPage')).SignInPage,
  }),
  createLazyRoute({
    id: 'admin.invite',
    path: 'admin/invite',
    chunk: 'admin-door',
    load: async () => (await import(/* webpackChunkName: "admin-door" */ './door/InvitePage')).InvitePage,
  }),
  {
    id: 'admin.frame',
    Component: Frame,
    children: [
      { id: 'admin.home', path: 'admin', Component: HomePage },
      createLazyRoute({
        id: 'admin.reviews',
        path: 'admin/reviews',
        chunk: 'admin-reviews',
        load: async () => (await import(/* webpackChunkName: "admin-reviews" */ './reviews/ReviewsPage')).ReviewsPage,
      }),
      createLazyRoute({
        id: 'admin.staff',
        path: 'admin/staff',
        chunk: 'admin-staff',
        load: async () => (await import(/* webpackChunkName: "admin-staff" */ './staff/StaffPage')).StaffPage,
      }),
      createLazyRoute({
        id: 'admin.audit',
        path: 'admin/audit',
        chunk: 'admin-audit',
        load: async () => (await import(/* webpackChunkName: "admin-audit" */ './audit/AuditPage')).AuditPage,
      }),
      createLazyRoute({
        id: 'admin.account',
        path: 'admin/account',
        chunk: 'admin-staff',
        load: async () => (await import(/* webpackChunkName: "admin-staff" */ './staff/AccountPage')).AccountPage,
      }),
    ],
  },
];
