import { RESEND_WAIT_S } from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { notify, resendOtp, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import styles from './CodeForm.module.css';

const SECOND_MS = 1_000;

/** Requests another code. The server allows one per minute; a countdown shows when. */
export function ResendCode({ userId }: { readonly userId: string | undefined }) {
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const [sentTimes, setSentTimes] = useState(1);
  const [left, setLeft] = useState(RESEND_WAIT_S);

  // Computed from the clock: timers in background tabs are throttled.
  useEffect(() => {
    const until = Date.now() + RESEND_WAIT_S * SECOND_MS;
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [sentTimes]);

  const resend = async (): Promise<void> => {
    if (userId === undefined || loading) return;
    const sent = await dispatch(resendOtp({ user_id: userId }));
    if (!resendOtp.fulfilled.match(sent)) return;
    dispatch(notify(sent.payload.message || 'A new code is on its way'));
    setSentTimes(sentTimes + 1);
  };

  if (left > 0) return <span className={styles.wait}>New code in {left}&nbsp;s</span>;
  return (
    <Button variant="quiet" size="md" className={styles.resend} onClick={() => void resend()}>
      Resend code
    </Button>
  );
}
