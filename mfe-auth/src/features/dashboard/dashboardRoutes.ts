import { createAccountLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { DashboardPage } from './DashboardPage';
import { fetchRecentOrders } from './dashboardSlice';

export const dashboardRoutes: RouteObject[] = [
  {
    id: 'account.dashboard',
    path: 'dashboard',
    Component: DashboardPage,
    loader: createAccountLoader(async (store) => void (await store.dispatch(fetchRecentOrders()))),
  },
];
