import { notify, useAppDispatch } from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readCodeState, type CodeState } from '../../parts/CodeState';
import { useHydrated } from '../../parts/useHydrated';

interface Missing {
  /** Said at the top of the next screen, to the letter (product.md 8.9). */
  readonly text: string;
  readonly goTo: string;
}

/**
 * What the screen before handed over. It outlives a reload; a screen that was opened without it says what to do and
 * leads there. Nothing on the server's rendering knows it, so the first one in the browser does not either.
 */
export const useCodeState = (missing: Missing): Partial<CodeState> => {
  const location = useLocation();
  const hydrated = useHydrated();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const told = useRef(false);
  const state = hydrated ? readCodeState(location.state) : {};
  const isMissing = hydrated && state.user_id === undefined;

  useEffect(() => {
    if (!isMissing || told.current) return;
    told.current = true; // once, also where effects run twice
    dispatch(notify(missing.text, 'alert'));
    void navigate(missing.goTo, { replace: true });
  }, [isMissing, dispatch, navigate, missing.text, missing.goTo]);

  return state;
};
