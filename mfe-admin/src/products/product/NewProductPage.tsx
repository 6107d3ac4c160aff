import { createStaffProduct, getProductChoices, type ResponseOf } from '@shop/contracts';
import { ArrowLeft } from 'lucide-react';
import { use, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { FormPage } from '../../form/FormPage';
import type { Values } from '../../form/mergeTheirs';
import { useFormPage } from '../../form/useFormPage';
import { PageHead } from '../../frame/PageHead';
import { ToastContext } from '../../frame/Toasts';
import { ButtonLink } from '../../parts/Button';
import { Choice, Field } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { FailedState, LoadingRows } from '../../parts/States';
import { useStoreOptions } from '../../parts/useStores';
import { useCall, useLoaded } from '../../useApi';
import { readPrice } from './checkField';
import styles from './ProductPage.module.css';

type Name = 'store' | 'name' | 'category' | 'brand' | 'price';
type AllChoices = ResponseOf<typeof getProductChoices>['data'];

const LABELS: Readonly<Record<Name, string>> = {
  store: 'Storefront',
  name: 'Name',
  category: 'Category',
  brand: 'Brand',
  price: 'Price',
};

const check = (name: Name, values: Values<Name>): string | undefined => {
  if (name === 'price') return readPrice(values.price) === 0 ? 'Dollars, such as 12.50.' : undefined;
  if (values[name].trim() !== '') return undefined;
  return name === 'name' ? 'Give it a name.' : `Choose a ${LABELS[name].toLowerCase()}.`;
};

/** The least that a product has. The rest follows on its page, while it is a draft. */
export function NewProductPage() {
  const { value, failure, loading, reload } = useLoaded(getProductChoices, {}, '');
  return (
    <>
      <PageHead title="New product" text="A draft, which only staff see.">
        <ButtonLink tone="quiet" icon={ArrowLeft} to="/admin/products">
          Products
        </ButtonLink>
      </PageHead>
      {failure && !value && <FailedState failure={failure} onRetry={reload} />}
      {!value && loading && <LoadingRows count={5} />}
      {value && <NewProduct choices={value.data} />}
    </>
  );
}

function NewProduct({ choices }: { readonly choices: AllChoices }) {
  const call = useCall();
  const toast = use(ToastContext);
  const navigate = useNavigate();
  const created = useRef('');
  const stores = useStoreOptions();
  const form = useFormPage<Name>({
    draft: 'admin-form:product-new',
    saved: { store: stores[0]?.value ?? '', name: '', category: '', brand: '', price: '' },
    check,
  });
  const { values } = form;
  const own = choices.find(({ store }) => store === values.store);
  const save = async ({ store, ...typed }: Values<Name>) => {
    const known = choices.find((each) => each.store === store)?.store;
    if (!known) return undefined;
    const result = await call(createStaffProduct, { body: { store: known, ...typed } });
    if (!result.ok) return result.failure;
    created.current = result.value.data.id;
    return undefined;
  };
  const choose = (name: 'category' | 'brand') => (
    <Choice
      label={LABELS[name]}
      {...form.field(name)}
      options={[{ value: '', label: `Choose a ${LABELS[name].toLowerCase()}` }, ...(own?.[name] ?? [])]}
      onChange={(next) => form.change(name, next)}
    />
  );
  const write = (name: 'name' | 'price', hint: string) => (
    <Field
      label={LABELS[name]}
      {...form.field(name)}
      hint={hint}
      maxLength={name === 'name' ? 200 : 20}
      autoComplete="off"
      onChange={({ target }) => form.change(name, target.value)}
      onBlur={() => form.leave(name)}
    />
  );
  return (
    <FormPage
      isNew
      form={form}
      labels={LABELS}
      onSave={save}
      onSaved={() => {
        form.discard();
        toast({ text: `${values.name} is a draft.` });
        void navigate(`/admin/products/${created.current}`, { replace: true });
      }}
    >
      <Panel title="What it is">
        <div className={styles.stack}>
          <Choice
            label={LABELS.store}
            {...form.field('store')}
            options={stores}
            onChange={(next) => {
              form.change('store', next);
              form.change('category', '');
              form.change('brand', '');
            }}
          />
          {write('name', 'Its address in the shop and its SKU are made of it.')}
          {choose('category')}
          {choose('brand')}
          {write('price', 'In dollars.')}
        </div>
      </Panel>
    </FormPage>
  );
}
