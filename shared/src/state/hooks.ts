import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, RootState } from './createShopStore';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export { useStore };
