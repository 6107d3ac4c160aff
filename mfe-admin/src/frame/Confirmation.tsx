import { readText } from '../parts/readText';
import { confirmStaff, startConfirmation } from '@shop/contracts';
import type { ShopServices } from '@shop/shared/state';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { meRead, selectMe } from '../adminSlice';
import { provePasskey } from '../door/passkeys';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { ConfirmContext } from '../useApi';

type Api = ShopServices['api'];

/** Asks for the passkey, or a code, before what matters: roles, money, exports. It holds for five minutes. */
export function Confirmation({ children }: { readonly children: ReactNode }) {
  const me = useAppSelector(selectMe);
  const dispatch = useAppDispatch();
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setError(undefined);
        setIsOpen(true);
      }),
    [],
  );
  const close = (isConfirmed: boolean): void => {
    setIsOpen(false);
    answer.current?.(isConfirmed);
    answer.current = undefined;
  };
  const prove = async (api: Api, code: string | undefined) => {
    if (code !== undefined) return api.request(confirmStaff, { body: { code } });
    const started = await api.request(startConfirmation, {});
    if (!started.ok) return started;
    const passkey = await provePasskey(started.value.options);
    return passkey && api.request(confirmStaff, { body: { passkey } });
  };
  const confirm = async (code?: string): Promise<void> => {
    setBusy(true);
    const result = await dispatch((_dispatch: unknown, _state: unknown, { api }: ShopServices) => prove(api, code));
    setBusy(false);
    if (result?.ok && 'me' in result.value) {
      dispatch(meRead(result.value.me));
      close(true);
    } else setError(result && !result.ok ? result.failure.message : 'The passkey was not used. Nothing was changed.');
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      {isOpen && (
        <Dialog
          title="Confirm that it is you"
          onClose={() => close(false)}
          onSubmit={(form) => void confirm(me?.ways.passkey ? undefined : readText(form, 'code'))}
          actions={
            <>
              <Button tone="quiet" onClick={() => close(false)}>
                Cancel
              </Button>
              <Button tone="primary" type="submit" busy={busy && 'Confirming'}>
                {me?.ways.passkey ? 'Use passkey' : 'Confirm'}
              </Button>
            </>
          }
        >
          <p>This moves money, changes who may do what, or takes data out. It is asked again after five minutes.</p>
          {me?.ways.passkey ? (
            error !== undefined && <p role="alert">{error}</p>
          ) : (
            <Field
              label="Code from your app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={error}
            />
          )}
        </Dialog>
      )}
    </ConfirmContext>
  );
}
