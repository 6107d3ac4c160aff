import { Check, CircleAlert, X } from 'lucide-react';
import { createContext, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../parts/Button';
import { useKeys } from './useKeys';
import styles from './Toasts.module.css';

const SHOWN_MS = 10_000;

/** What has happened. With `undo` it can be taken back for ten seconds; an error stays until it is closed. */
interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  readonly undo?: () => void;
}

export const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** The last thing that happened, at the bottom. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<(Toast & { readonly number: number }) | undefined>();
  const show = useCallback(
    (toast: Toast) => setShown((before) => ({ ...toast, number: (before?.number ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (!shown || shown.isError) return undefined;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const undo = useMemo(() => {
    const take = shown?.undo;
    return take
      ? () => {
          setShown(undefined);
          take();
        }
      : undefined;
  }, [shown]);
  useKeys({ z: undo });
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.place} role={shown?.isError ? 'alert' : 'status'}>
        {shown && (
          <div className={styles.toast} key={shown.number}>
            {shown.isError ? <CircleAlert aria-hidden /> : <Check aria-hidden />}
            <span>{shown.text}</span>
            {undo && (
              <Button onClick={undo} shortcut="Z" tone="quiet">
                Undo
              </Button>
            )}
            <button type="button" aria-label="Close" onClick={() => setShown(undefined)}>
              <X aria-hidden />
            </button>
          </div>
        )}
      </div>
    </ToastContext>
  );
}
