import { createAccountLoader } from '@shop/shared/state';
import type { RouteHandle } from '@shop/shared/remote';
import type { RouteObject } from 'react-router-dom';
import { DashboardPage } from './DashboardPage';
import { fetchRecentOrders } from './dashboardSlice';

export const dashboardRoutes: RouteObject[] = [
  {
    id: 'account.dashboard',
    path: 'dashboard',
    Component: DashboardPage,
    handle: { skeleton: 'rows' } satisfies RouteHandle,
    loader: createAccountLoader(async (store) => void (await store.dispatch(fetchRecentOrders()))),
  },
];
