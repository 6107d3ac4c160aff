import { RESEND_WAIT_S } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { notify, resendOtp, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { toCodeState } from '../../parts/CodeState';
import styles from './CodeForm.module.css';

const SECOND_MS = 1_000;
const MINUTE_S = 60;

const writeWait = (seconds: number): string =>
  seconds > 2 * MINUTE_S ? `${Math.ceil(seconds / MINUTE_S)}\u00a0min` : `${seconds}\u00a0s`;

interface ResendCodeProps {
  readonly userId: string | undefined;
  /** In milliseconds since 1970. */
  readonly nextCodeAt: number;
}

/** Requests another code. A countdown shows when the server sends it, at the earliest after a minute. */
export function ResendCode({ userId, nextCodeAt }: ResendCodeProps) {
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const [resentUntil, setResentUntil] = useState(0);
  const [left, setLeft] = useState(RESEND_WAIT_S);
  const until = Math.max(nextCodeAt, resentUntil);

  // Computed from the clock: timers in background tabs are throttled.
  useEffect(() => {
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);

  const resend = async (): Promise<void> => {
    if (userId === undefined || loading) return;
    const sent = await dispatch(resendOtp({ user_id: userId }));
    if (!resendOtp.fulfilled.match(sent)) return;
    dispatch(notify(sent.payload.message || 'A new code is on its way'));
    setResentUntil(toCodeState(sent.payload).nextCodeAt);
  };

  if (left > 0) return <span className={styles.wait}>New code in {writeWait(left)}</span>;
  return (
    <Button variant="quiet" size="md" className={styles.resend} onClick={() => void resend()}>
      Resend code
    </Button>
  );
}
