import { notify, useAppDispatch } from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readCodeState, type CodeState } from '../../parts/CodeState';
import { useHydrated } from '../../parts/useHydrated';

interface Missing {
  /** Message shown at the top of the next screen (product.md 8.9). */
  readonly text: string;
  readonly goTo: string;
}

/**
 * State passed by the previous screen. It survives a reload; a screen opened without it says what to do and links
 * there. The server does not have it, so the first render in the browser ignores it, too.
 */
export const useCodeState = (missing: Missing): Partial<CodeState> => {
  const location = useLocation();
  const hydrated = useHydrated();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isNotified = useRef(false);
  const state = hydrated ? readCodeState(location.state) : {};
  const isMissing = hydrated && state.user_id === undefined;

  useEffect(() => {
    if (!isMissing || isNotified.current) return;
    isNotified.current = true; // Only once, even when Strict Mode runs effects twice.
    dispatch(notify(missing.text, 'alert'));
    void navigate(missing.goTo, { replace: true });
  }, [isMissing, dispatch, navigate, missing.text, missing.goTo]);

  return state;
};
