import {
  changeStaffProducts,
  exportStaffProducts,
  listStaffProducts,
  type ProductStatus,
  type StaffProductRow,
} from '@shop/contracts';
import { Archive, CircleCheck, Download, FileUp, Plus, Tag } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageHead } from '../../frame/PageHead';
import { ToastContext } from '../../frame/Toasts';
import { useFocusHome } from '../../frame/useFocusHome';
import { useKeys } from '../../frame/useKeys';
import { BulkBar } from '../../list/BulkBar';
import { ColumnChoice, pickColumns } from '../../list/ColumnChoice';
import { DataTable } from '../../list/DataTable';
import { Pages } from '../../list/Pages';
import { useAddress } from '../../list/useAddress';
import { useRows } from '../../list/useRows';
import { useTyped } from '../../list/useTyped';
import { ViewTabs } from '../../list/ViewTabs';
import { Button, ButtonLink } from '../../parts/Button';
import { Choice, Field } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../../parts/States';
import { useStoreOptions } from '../../parts/useStores';
import { useCall, useLoaded } from '../../useApi';
import { countProducts } from './describeProducts';
import { PriceDialog, type Change } from './PriceDialog';
import { listOwnColumns, PRODUCT_COLUMNS } from './productColumns';
import styles from './ProductsPage.module.css';

const VIEWS = [
  { view: 'all', name: 'All' },
  { view: 'published', name: 'Published' },
  { view: 'low', name: 'Low stock' },
  { view: 'out', name: 'Out of stock' },
  { view: 'sale', name: 'On sale' },
  { view: 'drafts', name: 'Drafts' },
  { view: 'archived', name: 'Archived' },
] as const;
const FILTERS = ['q', 'store', 'category', 'brand'] as const;
/** The API counts no further. */
const MAX_COUNT = 1_000;
const NEW_PRODUCT = '/admin/products/new';
const FOCUS_HOME = ['h1'];
const STATUS_WORDS: Readonly<Record<ProductStatus, string>> = {
  draft: 'drafts now',
  published: 'published',
  archived: 'archived',
};

const getId = ({ id }: StaffProductRow): string => id;
const nameSelection = ({ name }: StaffProductRow): string => `Select ${name}`;

/** The desk of products: views, search, and what is done with many at once. */
export function ProductsPage() {
  const stores = useStoreOptions('All');
  const { read, change } = useAddress();
  const call = useCall();
  const toast = use(ToastContext);
  const navigate = useNavigate();
  const view = read('view') || 'all';
  const cursor = read('cursor');
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (read(name) === '' ? [] : [[name, read(name)]])));
  const isFiltered = Object.keys(filter).length > 0;
  const key = new URLSearchParams({ view, ...filter }).toString();
  const columns = read('columns');
  const shown = columns === '' ? null : columns.split(',');
  const { value, failure, loading, reload } = useLoaded(
    listStaffProducts,
    { query: { view, ...filter, ...(cursor === '' ? {} : { cursor }) } },
    `${key} ${cursor}`,
  );
  const products = value?.data.items;
  const ids = products?.map(getId) ?? [];
  const rows = useRows({ ids, selects: 'page' });
  const { clear } = rows;
  useEffect(() => clear(), [clear, key]);
  const [q, typeQ] = useTyped(read('q'), (next) => change({ q: next }, { replace: true }));
  const [isPricing, setIsPricing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<readonly { readonly name: string; readonly error: string }[]>([]);

  const nameProduct = (id: string): string => products?.find((product) => product.id === id)?.name ?? id;
  /** Changes products. Returns the ids of those that were, or undefined if it is unknown. */
  const changeAll = async (chosen: readonly string[], asked: Change): Promise<readonly string[] | undefined> => {
    setBusy(true);
    const result = await call(changeStaffProducts, { body: { ids: [...chosen], ...asked } });
    setBusy(false);
    reload();
    if (!result.ok) {
      toast({ text: result.failure.message, isError: true });
      return undefined;
    }
    const outcomes = result.value.data;
    setFailed(outcomes.flatMap(({ id, error }) => (error === null ? [] : [{ name: nameProduct(id), error }])));
    return outcomes.flatMap(({ id, error }) => (error === null ? [id] : []));
  };
  const setStatus = async (status: ProductStatus): Promise<void> => {
    const before = new Map(products?.map((product) => [product.id, product.status]));
    const changed = await changeAll([...rows.selected], { status });
    if (!changed || changed.length === 0) return;
    rows.clear();
    const takeBack = async (): Promise<void> => {
      for (const former of ['draft', 'published', 'archived'] as const) {
        const chosen = changed.filter((id) => before.get(id) === former && former !== status);
        if (chosen.length > 0 && !(await changeAll(chosen, { status: former }))) return;
      }
      toast({ text: `${countProducts(changed.length)}: taken back.` });
    };
    toast({ text: `${countProducts(changed.length)} ${STATUS_WORDS[status]}.`, undo: () => void takeBack() });
  };
  const setPrices = async (asked: Change): Promise<void> => {
    const changed = await changeAll([...rows.selected], asked);
    if (!changed) return;
    setIsPricing(false);
    rows.clear();
    if (changed.length > 0) toast({ text: `Prices of ${countProducts(changed.length)} changed.` });
  };
  const isChosen = rows.selected.size > 0 && !busy;
  useKeys({
    n: () => void navigate(NEW_PRODUCT),
    f: () => document.querySelector<HTMLElement>('[name="q"]')?.focus(),
    p: isChosen ? () => void setStatus('published') : undefined,
  });
  useFocusHome(FOCUS_HOME);

  const total = value?.data.total ?? 0;
  const store = read('store');
  const exported = `/api${exportStaffProducts.path}${store === '' ? '' : `?store=${encodeURIComponent(store)}`}`;
  const clearFilters = (): void => change(Object.fromEntries(FILTERS.map((name) => [name, ''])));
  const empty = isFiltered ? (
    <EmptyState title="No products match" text="None is found by this search and these filters.">
      <Button onClick={clearFilters}>Clear filters</Button>
    </EmptyState>
  ) : view === 'all' ? (
    <EmptyState title="No products yet" text="Make the first one, or import a file.">
      <ButtonLink to="/admin/products/import" icon={FileUp}>
        Import products
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState icon={CircleCheck} title="No products" text="No product is like this now." />
  );

  return (
    <>
      <PageHead title="Products">
        <div className={styles.acts}>
          <ButtonLink to="/admin/products/import" icon={FileUp}>
            Import
          </ButtonLink>
          <ButtonLink to={exported} icon={Download} reloadDocument download>
            Export
          </ButtonLink>
          <ButtonLink tone="primary" icon={Plus} shortcut="N" to={NEW_PRODUCT}>
            New product
          </ButtonLink>
        </div>
      </PageHead>
      {failed.length > 0 && (
        <div className={styles.failed}>
          <Banner>
            <span>Not changed: {failed.map(({ name, error }) => `${name} (${error})`).join(', ')}</span>
            <Button onClick={() => setFailed([])}>Close</Button>
          </Banner>
        </div>
      )}
      <Panel flush>
        <ViewTabs
          list="products"
          presets={VIEWS.map(({ name, view: preset }) => ({ name, search: `view=${preset}` }))}
          search={new URLSearchParams({ view, ...filter, ...(columns === '' ? {} : { columns }) }).toString()}
        />
        <div className={styles.filters} role="search" aria-label="Products">
          <Field
            label="Name, SKU, brand or category"
            name="q"
            type="search"
            autoComplete="off"
            maxLength={128}
            value={q}
            error={failure?.fields?.['q']}
            onChange={({ target }) => typeQ(target.value)}
          />
          <Choice
            label="Storefront"
            name="store"
            value={read('store')}
            options={stores}
            error={failure?.fields?.['store']}
            onChange={(next) => change({ store: next })}
          />
        </div>
        <div className={styles.line}>
          <p role="status">{value && (total >= MAX_COUNT ? '1,000+ products' : countProducts(total))}</p>
          {isFiltered && total > 0 && (
            <Button tone="quiet" onClick={clearFilters}>
              Clear filters
            </Button>
          )}
          <ColumnChoice
            columns={PRODUCT_COLUMNS}
            shown={shown ?? listOwnColumns()}
            onChange={(next) =>
              change({ columns: (next ?? PRODUCT_COLUMNS.map(({ id }) => id)).join(',') }, { keepPage: true })
            }
          />
        </div>
        {failure && products && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {failure && !products && <FailedState failure={failure} onRetry={reload} />}
        {!products && loading && <LoadingRows />}
        {products?.length === 0 && empty}
        {products && products.length > 0 && (
          <DataTable
            label="Products"
            rows={products}
            getId={getId}
            columns={pickColumns(PRODUCT_COLUMNS, shown ?? listOwnColumns())}
            list={rows}
            nameSelection={nameSelection}
            className={styles.products}
          />
        )}
        <Pages
          cursor={cursor}
          next={value?.data.next ?? null}
          onCursor={(next) => change({ cursor: next }, { keepPage: true })}
        />
      </Panel>
      {rows.selected.size > 0 && (
        <BulkBar list={rows} ids={ids}>
          <Button
            tone="primary"
            icon={CircleCheck}
            shortcut="P"
            busy={busy && 'Saving'}
            onClick={() => void setStatus('published')}
          >
            Publish
          </Button>
          <Button icon={Archive} onClick={() => void setStatus('archived')}>
            Archive
          </Button>
          <Button icon={Tag} onClick={() => setIsPricing(true)}>
            Prices
          </Button>
        </BulkBar>
      )}
      {isPricing && (
        <PriceDialog
          count={rows.selected.size}
          busy={busy}
          onClose={() => setIsPricing(false)}
          onChange={(asked) => void setPrices(asked)}
        />
      )}
    </>
  );
}
