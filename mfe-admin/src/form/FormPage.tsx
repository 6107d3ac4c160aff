import type { ApiFailure } from '@shop/shared/api-client';
import { CircleAlert, PencilLine } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';
import { useBlocker } from 'react-router-dom';
import { useKeys } from '../frame/useKeys';
import { useModLabel } from '../frame/useModLabel';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { ConflictTable } from './ConflictTable';
import type { Values } from './mergeTheirs';
import type { FormPageState } from './useFormPage';
import styles from './FormPage.module.css';

interface FormPageProps<Name extends string> {
  readonly form: FormPageState<Name>;
  /** Names of the fields, as their labels say. */
  readonly labels: Readonly<Record<Name, string>>;
  /** Saves what is typed, and returns why it was not. If somebody else was faster, it reads again what there is. */
  readonly onSave: (values: Values<Name>) => Promise<ApiFailure | undefined>;
  /** It is saved. */
  readonly onSaved: () => void;
  /** As wide as a page of one thing. */
  readonly wide?: boolean;
  /** It makes something: its bar is always there. */
  readonly isNew?: boolean;
  readonly children: ReactNode;
}

/**
 * A form that fills a page. Its bar appears with the first change, or is there at once if it makes something; errors
 * stand at their fields; what somebody else has saved meanwhile stands beside what was typed; and whoever leaves with
 * changes is asked.
 */
export function FormPage<Name extends string>({
  form,
  labels,
  onSave,
  onSaved,
  wide = false,
  isNew = false,
  children,
}: FormPageProps<Name>) {
  const element = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  /** What had the focus before the bar got it. */
  const place = useRef<HTMLElement>(undefined);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { isDirty, isDirtyNow, errors, names } = form;
  const wrong = names.filter((name) => errors[name] !== undefined);
  const hasSomething = isDirty || wrong.length > 0;

  const focusOn = (name: Name | undefined): void => {
    if (name !== undefined) element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
  const save = async (): Promise<void> => {
    if (busy) return;
    setRefusal(undefined);
    const [first] = form.checkAll();
    if (first !== undefined) return focusOn(first);
    if (!isDirty) return;
    setBusy(true);
    const sent = form.values;
    const failure = await onSave(sent);
    setBusy(false);
    if (!failure) {
      form.markSaved(sent);
      return onSaved();
    }
    if (failure.code === 'CHANGED_MEANWHILE') return form.merge(failure.fields);
    const [refused] = form.showErrors(failure.fields);
    if (refused === undefined) setRefusal(failure.message);
    else focusOn(refused);
  };
  const mod = useModLabel();
  useKeys({ 'mod+s': () => void save() });

  const blocker = useBlocker(isDirtyNow);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isDirtyNow()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it reads a ref
  }, []);

  return (
    <>
      <form
        ref={element}
        method="post"
        className={styles.form}
        data-wide={wide || undefined}
        noValidate
        onFocus={({ target }: FocusEvent<HTMLElement>) => {
          // The choice of a conflict goes with the bar.
          if (!bar.current?.contains(target) && !target.closest('[role="alert"]')) place.current = target;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ConflictTable form={form} labels={labels} />
        {children}
        {refusal !== undefined && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        {(isNew || hasSomething) && (
          <Bar label={isNew ? 'Not saved yet' : 'Unsaved changes'} element={bar} place={place}>
            <span role="status">
              {wrong.length > 0 ? (
                <>
                  <CircleAlert aria-hidden />
                  {wrong.length === 1 ? '1 field to correct:' : `${wrong.length} fields to correct:`}
                </>
              ) : (
                <>
                  <PencilLine aria-hidden />
                  {hasSomething ? 'Unsaved changes' : 'Nothing is filled in yet'}
                </>
              )}
            </span>
            {wrong[0] !== undefined && (
              <button type="button" className={styles.link} onClick={() => focusOn(wrong[0])}>
                {labels[wrong[0]]}
              </button>
            )}
            <span className={styles.acts}>
              {hasSomething && (
                <Button
                  onClick={() => {
                    setRefusal(undefined);
                    form.discard();
                  }}
                >
                  Discard
                </Button>
              )}
              <Button tone="primary" type="submit" shortcut={mod('S')} busy={busy && 'Saving'}>
                Save
              </Button>
            </span>
          </Bar>
        )}
      </form>
      {blocker.state === 'blocked' && (
        <Dialog
          title="Leave without saving?"
          onClose={() => blocker.state === 'blocked' && blocker.reset()}
          actions={
            <>
              <Button onClick={() => blocker.reset()}>Stay</Button>
              <Button
                tone="danger"
                onClick={() => {
                  form.discard();
                  blocker.proceed();
                }}
              >
                Leave, and lose the changes
              </Button>
            </>
          }
        >
          <p>What you changed is not saved.</p>
        </Dialog>
      )}
    </>
  );
}

const focusAgain = ({ current }: BarProps['place']): void => {
  const home = current?.isConnected ? current : document.querySelector<HTMLElement>('h1');
  home?.focus({ preventScroll: true });
};

interface BarProps {
  readonly label: string;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly place: RefObject<HTMLElement | undefined>;
  readonly children: ReactNode;
}

/** When it goes with the focus, that returns to where it was: the shop would hand it to the last field. */
function Bar({ label, element, place, children }: BarProps) {
  // Layout effects end while the bar is still there.
  useLayoutEffect(() => {
    const { current: bar } = element;
    return () => {
      if (bar?.contains(document.activeElement)) focusAgain(place);
    };
  }, [element, place]);
  return (
    <div ref={element} className={styles.bar} role="region" aria-label={label} data-bar>
      {children}
    </div>
  );
}
