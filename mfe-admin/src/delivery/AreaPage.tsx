import { changeStaffArea, createStaffArea, listStaffAreas, removeStaffArea, type StaffArea } from '@shop/contracts';
import { COUNTRIES } from '@shop/contracts/constants';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { FormPage } from '../form/FormPage';
import { useFormPage } from '../form/useFormPage';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { Button, ButtonLink } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Choice, Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import {
  checkField,
  EMPTY,
  LABELS,
  readChanges,
  readTexts,
  toTexts,
  type AreaField,
  type AreaTexts,
} from './areaTexts';
import { RunsPanel } from './RunsPanel';
import styles from './DeliveryPage.module.css';

const AREAS = '/admin/delivery?view=areas';
const COUNTRY_OPTIONS = Object.entries(COUNTRIES).map(([value, label]) => ({ value, label }));
const ZONES = Intl.supportedValuesOf('timeZone');

function BackLink() {
  return (
    <ButtonLink tone="quiet" icon={ArrowLeft} to={AREAS}>
      Areas
    </ButtonLink>
  );
}

/** A new delivery area. */
export function NewAreaPage() {
  return <AreaForm area={undefined} show={() => undefined} />;
}

/** One delivery area: where it is, and when vans go there. */
export function AreaPage() {
  const { id = '' } = useParams();
  const { value, failure, loading, reload, replace } = useLoaded(listStaffAreas, {}, '');
  const area = value?.data.find((each) => each.id === id);
  if (value && area)
    return <AreaForm key={id} area={area} show={(data) => replace({ status: true, message: '', data: [...data] })} />;
  return (
    <>
      <PageHead title="Delivery area">
        <BackLink />
      </PageHead>
      {failure && <FailedState failure={failure} onRetry={reload} />}
      {!value && loading && <LoadingRows count={6} />}
      {value && <EmptyState title="This area is gone" text="Somebody has removed it, or its address is mistyped." />}
    </>
  );
}

interface AreaFormProps {
  /** Undefined for a new one. */
  readonly area: StaffArea | undefined;
  /** Shows what a call has answered. */
  readonly show: (areas: readonly StaffArea[]) => void;
}

function AreaForm({ area, show }: AreaFormProps) {
  const call = useCall();
  const toast = use(ToastContext);
  const navigate = useNavigate();
  const [isRemoving, setIsRemoving] = useState(false);
  const saved = area ? toTexts(area) : EMPTY;
  const form = useFormPage<AreaField>({ draft: `admin-form:area:${area?.id ?? 'new'}`, saved, check: checkField });
  const text = (name: AreaField, hint: string, more: { readonly list?: string; readonly maxLength: number }) => (
    <Field
      label={name === 'minimum_cents' ? `${LABELS[name]}, optional` : LABELS[name]}
      {...form.field(name)}
      {...more}
      hint={hint}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => form.change(name, target.value)}
      onBlur={() => form.leave(name)}
    />
  );

  const save = async (texts: AreaTexts) => {
    if (!area) {
      const result = await call(createStaffArea, { body: readTexts(texts) });
      return result.ok ? undefined : result.failure;
    }
    const { id, version } = area;
    const result = await call(changeStaffArea, {
      params: { id },
      body: { version, terms: readChanges(texts, saved) },
    });
    if (result.ok) show(result.value.data);
    if (result.ok || result.failure.code !== 'CHANGED_MEANWHILE') return result.ok ? undefined : result.failure;
    const fresh = await call(listStaffAreas, {});
    if (!fresh.ok) return fresh.failure;
    const theirs = fresh.value.data.find((each) => each.id === id);
    show(fresh.value.data);
    return theirs ? { ...result.failure, fields: toTexts(theirs) } : result.failure;
  };
  const remove = async (): Promise<void> => {
    if (!area) return;
    const result = await call(removeStaffArea, { params: { id: area.id } });
    setIsRemoving(false);
    if (!result.ok) return toast({ text: result.failure.message, isError: true });
    form.discard();
    toast({ text: `${area.name} is removed.` });
    void navigate(AREAS);
  };
  return (
    <>
      <PageHead title={area?.name ?? 'New area'}>
        <BackLink />
        {area && (
          <Button tone="quiet" icon={Trash2} onClick={() => setIsRemoving(true)}>
            Remove
          </Button>
        )}
      </PageHead>
      <FormPage
        isNew={!area}
        form={form}
        labels={LABELS}
        onSave={save}
        onSaved={() => {
          toast({ text: area ? 'Saved.' : `${form.values.name.trim()} is created.` });
          if (area) return;
          form.discard();
          void navigate(AREAS);
        }}
      >
        <Panel title="Where">
          <div className={styles.fields}>
            {text('name', 'As shoppers read it, such as Portland.', { maxLength: 64 })}
            <Choice
              label={LABELS.country}
              {...form.field('country')}
              options={COUNTRY_OPTIONS}
              onChange={(country) => form.change('country', country)}
            />
            {text('prefixes', 'Their beginnings, separated by commas: 970, 971.', { maxLength: 5_000 })}
            {text('time_zone', 'Hours below are hours there.', { list: 'time-zones', maxLength: 64 })}
            <datalist id="time-zones">
              {ZONES.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
            {text('minimum_cents', 'What the food of an order costs at least, in dollars.', { maxLength: 10 })}
          </div>
        </Panel>
        <RunsPanel form={form} />
      </FormPage>
      {isRemoving && area && (
        <Dialog
          title={`Remove ${area.name}?`}
          onClose={() => setIsRemoving(false)}
          actions={
            <>
              <Button onClick={() => setIsRemoving(false)}>Keep it</Button>
              <Button tone="danger" onClick={() => void remove()}>
                Remove the area
              </Button>
            </>
          }
        >
          <p>Shoppers there can no longer order food. Orders that have a slot keep it.</p>
        </Dialog>
      )}
    </>
  );
}
