import {
  changeStaffProduct,
  deleteStaffProduct,
  duplicateStaffProduct,
  getProductChoices,
  getStaffProduct,
  previewStaffProduct,
  type ProductField,
  type ProductTexts,
  type StaffProduct,
} from '@shop/contracts';
import type { ApiFailure, Result } from '@shop/shared/api-client';
import { CircleCheck, Copy, ExternalLink, Eye, Trash2 } from 'lucide-react';
import { use, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useParams } from 'react-router-dom';
import { Columns } from '../../detail/Columns';
import { Timeline } from '../../detail/Timeline';
import { FormPage } from '../../form/FormPage';
import { useFormPage } from '../../form/useFormPage';
import { PageHead } from '../../frame/PageHead';
import { ToastContext } from '../../frame/Toasts';
import { Button } from '../../parts/Button';
import { Chip } from '../../parts/Chip';
import { Dialog } from '../../parts/Dialog';
import { Field, TextField } from '../../parts/Field';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { Panel } from '../../parts/Panel';
import { Banner, FailedState, LoadingRows } from '../../parts/States';
import { StoreMark } from '../../parts/StoreMark';
import { useFeatures } from '../../parts/useStores';
import { useCall, useLoaded } from '../../useApi';
import { describeState, getProductPath } from '../describeProduct';
import { checkField, findPrice, LABELS } from './checkField';
import { ChoosePicture } from '../../pictures/ChoosePicture';
import { describeTimeline } from './describeTimeline';
import { listChanges, readImage, readVariant, splitLines } from './lines';
import { OptionsDialog } from './OptionsDialog';
import { PicturesPanel, placePicture, type PicturePlace } from './PicturesPanel';
import { SidePanels, type Choices } from './SidePanels';
import { StockDialog } from './StockDialog';
import { StockPanel } from './StockPanel';
import { VariantsPanel } from './VariantsPanel';
import styles from './ProductPage.module.css';

/** Shows what a call has answered. Returns why it failed. */
type Settle = (result: Result<{ readonly data: StaffProduct }>) => ApiFailure | undefined;

type DialogOf =
  | { readonly name: 'stock'; readonly variant: string | null }
  | { readonly name: 'picture'; readonly place: PicturePlace }
  | { readonly name: 'preview'; readonly url: string; readonly until: string }
  | { readonly name: 'options' | 'delete' };

const MAX_SHORT = 120;

/** One product: all that it is, what of it there is, and what has happened to it. */
export function ProductPage() {
  const { id = '' } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { readonly id: string }) {
  const { value, failure, loading, reload, replace } = useLoaded(getStaffProduct, { params: { id } }, id);
  const choices = useLoaded(getProductChoices, {}, '');
  const settle: Settle = (result) => {
    if (!result.ok) return result.failure;
    replace({ status: true, message: '', data: result.value.data });
    return undefined;
  };
  const product = value?.data;
  return (
    <>
      {!product && <PageHead title="Product" />}
      {failure && product && (
        <div className={styles.banner}>
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        </div>
      )}
      {failure && !product && <FailedState failure={failure} onRetry={reload} />}
      {!product && loading && <LoadingRows />}
      {product && (
        <Shown
          product={product}
          choices={choices.value?.data.find(({ store }) => store === product.store)}
          settle={settle}
        />
      )}
    </>
  );
}

interface ShownProps {
  readonly product: StaffProduct;
  /** Undefined until they are read. */
  readonly choices: Choices | undefined;
  readonly settle: Settle;
}

function Shown({ product, choices, settle }: ShownProps) {
  const { id, fields, store, link } = product;
  const params = { id };
  const call = useCall();
  const toast = use(ToastContext);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<DialogOf>();
  const [busy, setBusy] = useState<string>();
  const panels = useRef<HTMLDivElement>(null);
  const isWeighed = useFeatures(store).includes('weight-options');
  const close = (): void => setDialog(undefined);
  const form = useFormPage<ProductField>({ draft: `admin-form:product:${id}`, saved: fields, check: checkField });
  const { values } = form;
  const images = values.images;
  const pictures = useMemo(
    () => [
      { value: '', label: 'The product’s' },
      ...splitLines(images).map((line, index) => ({ value: readImage(line).url, label: `Picture ${index + 1}` })),
    ],
    [images],
  );
  const names = useMemo(
    () =>
      new Map(
        splitLines(fields.variants).map((line) => {
          const { id: variant, name } = readVariant(line);
          return [variant, name] as const;
        }),
      ),
    [fields.variants],
  );

  /** Saves what differs. If others have saved something else meanwhile, that is no question. */
  const save = async (typed: ProductTexts): Promise<ApiFailure | undefined> => {
    const send = (base: StaffProduct, changed: Partial<ProductTexts>) =>
      call(changeStaffProduct, { params, body: { version: base.version, fields: changed } });
    const changed = listChanges(typed, fields);
    const first = await send(product, changed);
    if (first.ok || first.failure.code !== 'CHANGED_MEANWHILE') return settle(first);
    const fresh = await call(getStaffProduct, { params });
    if (!fresh.ok) return settle(fresh);
    const theirs = fresh.value.data;
    const isBoth = (Object.keys(changed) as ProductField[]).some((name) => theirs.fields[name] !== fields[name]);
    if (!isBoth) return settle(await send(theirs, changed));
    settle(fresh);
    return { ...first.failure, fields: theirs.fields };
  };
  const act = async (name: string, work: () => Promise<ApiFailure | undefined>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(name);
    const failure = await work();
    setBusy(undefined);
    if (failure) toast({ text: failure.message, isError: true });
  };
  const preview = (): Promise<void> =>
    act('preview', async () => {
      const result = await call(previewStaffProduct, { params });
      if (!result.ok) return result.failure;
      setDialog({ name: 'preview', url: result.value.url, until: result.value.valid_until });
      return undefined;
    });
  const duplicate = (): Promise<void> =>
    act('duplicate', async () => {
      const result = await call(duplicateStaffProduct, { params });
      if (!result.ok) return result.failure;
      toast({ text: `${result.value.data.fields.name} is a draft.` });
      void navigate(getProductPath(result.value.data.id));
      return undefined;
    });
  const remove = (): Promise<void> =>
    act('delete', async () => {
      const result = await call(deleteStaffProduct, { params });
      close();
      if (!result.ok) return result.failure;
      form.discard();
      toast({ text: `${fields.name} is deleted.` });
      void navigate('/admin/products');
      return undefined;
    });
  const publish = (): void => {
    flushSync(() => form.change('status', 'published'));
    panels.current?.closest('form')?.requestSubmit();
  };
  const state = describeState({
    status: fields.status,
    stock: product.stock.reduce((sum, { stock }) => sum + stock, 0),
  });
  const text = (name: ProductField, multiline?: { readonly hint: string; readonly rows: number }) => {
    const attributes = {
      label: LABELS[name],
      ...form.field(name),
      autoComplete: 'off',
      onBlur: () => form.leave(name),
    };
    return multiline ? (
      <TextField {...attributes} {...multiline} onChange={({ target }) => form.change(name, target.value)} />
    ) : (
      <Field {...attributes} onChange={({ target }) => form.change(name, target.value)} />
    );
  };

  return (
    <>
      <PageHead
        title={fields.name}
        chips={
          <Chip icon={state.icon} tone={state.tone}>
            {state.word}
          </Chip>
        }
        text={
          <>
            <StoreMark store={store} /> · <code>{fields.sku}</code> · Changed{' '}
            <time dateTime={product.changed_at} title={formatInstant(product.changed_at)}>
              {formatWhen(product.changed_at)}
            </time>
          </>
        }
      >
        <div className={styles.acts}>
          {product.deletable && (
            <Button tone="quiet" icon={Trash2} onClick={() => setDialog({ name: 'delete' })}>
              Delete
            </Button>
          )}
          <Button icon={Copy} busy={busy === 'duplicate' && 'Duplicating'} onClick={() => void duplicate()}>
            Duplicate
          </Button>
          {link === null ? (
            <Button icon={Eye} busy={busy === 'preview' && 'Opening'} onClick={() => void preview()}>
              Preview
            </Button>
          ) : (
            <a className={styles.shop} href={link} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              View in shop
            </a>
          )}
          {values.status !== 'published' && (
            <Button tone="primary" icon={CircleCheck} onClick={publish}>
              Publish
            </Button>
          )}
        </div>
      </PageHead>
      <FormPage wide form={form} labels={LABELS} onSave={save} onSaved={() => toast({ text: 'Saved.' })}>
        <div ref={panels}>
          <Columns
            side={
              <>
                <SidePanels form={form} product={product} choices={choices} />
                {product.timeline.length > 0 && (
                  <Panel title="Timeline">
                    <Timeline entries={describeTimeline(product)} />
                  </Panel>
                )}
              </>
            }
          >
            <Panel title="Words">
              <div className={styles.stack}>
                {text('name')}
                {text('short_description', {
                  rows: 2,
                  hint: `${values.short_description.length} of ${MAX_SHORT} characters. Shown beside the price and by search engines.`,
                })}
                {text('description', { rows: 6, hint: 'Plain text. An empty line begins a paragraph.' })}
                {text('features', { rows: 3, hint: 'One a line.' })}
                {text('specifications', { rows: 3, hint: 'One a line, such as Width: 2 mm.' })}
              </div>
            </Panel>
            <PicturesPanel form={form} onChoose={(place) => setDialog({ name: 'picture', place })} />
            <VariantsPanel
              form={form}
              stock={product.stock}
              isWeighed={isWeighed}
              pictures={pictures}
              onStock={(variant) => setDialog({ name: 'stock', variant })}
              onOptions={() => setDialog({ name: 'options' })}
            />
            <StockPanel
              product={product}
              names={names}
              onChange={() => setDialog({ name: 'stock', variant: product.stock[0]?.variant_id ?? null })}
            />
          </Columns>
        </div>
      </FormPage>
      {dialog?.name === 'stock' && (
        <StockDialog
          product={product}
          names={names}
          variant={dialog.variant}
          onClose={close}
          settle={settle}
          onChanged={() => {
            close();
            toast({ text: 'Stock changed.' });
          }}
        />
      )}
      {dialog?.name === 'picture' && (
        <ChoosePicture
          title={dialog.place === 'end' ? 'Add a picture' : `Replace picture ${dialog.place + 1}`}
          onClose={close}
          onPick={(picture) => placePicture(form, picture, dialog.place)}
        />
      )}
      {dialog?.name === 'options' && (
        <OptionsDialog
          variants={values.variants}
          sku={values.sku}
          price={findPrice(values).toFixed(2)}
          onClose={close}
          onChange={(variants) => form.change('variants', variants)}
        />
      )}
      {dialog?.name === 'preview' && (
        <Dialog
          title="Preview"
          onClose={close}
          actions={
            <>
              <Button tone="quiet" onClick={close}>
                Close
              </Button>
              <a className={styles.shop} href={dialog.url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Open the preview
              </a>
            </>
          }
        >
          <p>
            Whoever has this link sees the product as it is saved, until {formatWhen(dialog.until)}.
            {form.isDirty && ' What you have not saved is not in it.'}
          </p>
          <Field label="Link" readOnly value={dialog.url} onFocus={({ target }) => target.select()} />
        </Dialog>
      )}
      {dialog?.name === 'delete' && (
        <Dialog
          title={`Delete ${fields.name}?`}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Keep it</Button>
              <Button tone="danger" busy={busy === 'delete' && 'Deleting'} onClick={() => void remove()}>
                Delete the draft
              </Button>
            </>
          }
        >
          <p>The draft and the history of its stock are gone then. Its pictures stay among the uploaded ones.</p>
        </Dialog>
      )}
    </>
  );
}
