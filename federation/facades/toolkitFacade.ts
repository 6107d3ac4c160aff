/** What the shop uses of Redux Toolkit; facades.test.ts compares this list with every import in the house. */
export {
  combineReducers,
  configureStore,
  createAsyncThunk,
  createSelector,
  createSlice,
  isAnyOf,
  nanoid,
  unwrapResult,
} from 'redux-toolkit-unwrapped';
