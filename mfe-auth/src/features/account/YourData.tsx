import type { DataFormat } from '@shop/contracts';
import { saveFile } from '@shop/shared/api-client/saveFile';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Note } from '@shop/shared/design-system/Note';
import { formatDay } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { notify, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { dataExported, erasureStarted, erasureStopped, fetchErasure, selectAccount } from './accountSlice';
import { PasswordStep } from './PasswordStep';

const TYPES: Readonly<Record<DataFormat, string>> = { html: 'text/html', json: 'application/json' };

type Step = DataFormat | 'delete';

const ACTIONS = {
  html: { action: 'Download as a page', busyText: 'Collecting' },
  json: { action: 'Download as JSON', busyText: 'Collecting' },
  delete: { action: 'Delete account in a week', busyText: 'Deleting' },
} as const satisfies Record<Step, unknown>;

/** Downloads all that the shop stores about the customer, and deletes the account. Both require the password. */
export function YourData() {
  const { ways, erasure, erasureError } = useAppSelector(selectAccount);
  const dispatch = useAppDispatch();
  const [step, setStep] = useState<Step>();
  const [busy, setBusy] = useState(false);

  const download = async (format: DataFormat, current_password: string) => {
    const exported = await dispatch(dataExported({ format, current_password }));
    if (dataExported.fulfilled.match(exported)) {
      saveFile(exported.payload.name, exported.payload.content, TYPES[format]);
      setStep(undefined);
      return undefined;
    }
    const field = exported.meta.rejectedWithValue ? exported.meta.fields['current_password'] : undefined;
    return { message: exported.payload ?? 'Failed to collect your data', field };
  };
  const remove = async (current_password: string) => {
    const started = await dispatch(erasureStarted({ current_password }));
    if (erasureStarted.fulfilled.match(started)) {
      setStep(undefined);
      return undefined;
    }
    const field = started.meta.rejectedWithValue ? started.meta.fields['current_password'] : undefined;
    return { message: started.payload ?? 'Failed to delete your account', field };
  };
  const keep = async (): Promise<void> => {
    setBusy(true);
    const stopped = await dispatch(erasureStopped());
    setBusy(false);
    dispatch(
      erasureStopped.fulfilled.match(stopped)
        ? notify('Your account is kept.')
        : notify(stopped.payload ?? 'Failed to keep your account', 'alert'),
    );
  };

  const due = erasure?.due_at ?? null;
  const obstacle = erasure?.obstacle ?? null;
  return (
    <>
      {erasureError !== null && (
        <ErrorPanel
          headingLevel={3}
          title={`Whether your account is kept cannot be shown right now: ${erasureError}`}
          onRetry={() => void dispatch(fetchErasure())}
        />
      )}
      {due !== null && (
        <>
          <Note tone="warn">
            Your account will be deleted on {formatDay(due)}.{obstacle !== null && ` ${obstacle}`}
          </Note>
          <Button size="md" busyText={busy ? 'Keeping' : undefined} onClick={() => void keep()}>
            Keep my account
          </Button>
        </>
      )}
      <p>Your account, orders, addresses, reviews, messages and the list of our mails, in one file.</p>
      {ways?.password === false ? (
        <>
          <p>You log in with Google. To download your data or delete your account, set a password first.</p>
          <ButtonLink variant="secondary" size="md" to={paths.forgotPassword}>
            Set a password
          </ButtonLink>
        </>
      ) : step === undefined ? (
        <>
          <Button variant="secondary" size="md" onClick={() => setStep('html')}>
            {ACTIONS.html.action}
          </Button>
          <Button variant="secondary" size="md" onClick={() => setStep('json')}>
            {ACTIONS.json.action}
          </Button>
          {erasure !== null && due === null && (
            <>
              <p>
                {obstacle ??
                  'You can delete your account. It takes a week, in which you can keep it. Orders stay, as tax law asks, but without you.'}
              </p>
              {obstacle === null && (
                <Button variant="secondary" size="md" onClick={() => setStep('delete')}>
                  Delete account
                </Button>
              )}
            </>
          )}
        </>
      ) : (
        <PasswordStep
          key={step}
          {...ACTIONS[step]}
          onConfirm={(password) => (step === 'delete' ? remove(password) : download(step, password))}
          onCancel={() => setStep(undefined)}
        />
      )}
    </>
  );
}
