import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { adminRoutes } from './adminRoutes';
import { adminSlice } from './adminSlice';

/** What this remote provides: the back office under /admin, with a frame of its own. */
export const remote: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: adminRoutes,
  slices: [{ reducerPath: adminSlice.reducerPath, reducer: adminSlice.reducer }],
  widgets: {},
};
