/**
 * The exports of Redux Toolkit that the shop uses; facades.test.ts compares this list with all imports in the
 * repository.
 */
export {
  configureStore,
  createAsyncThunk,
  createSelector,
  createSlice,
  isAnyOf,
  nanoid,
  unwrapResult,
} from 'redux-toolkit-unwrapped';
