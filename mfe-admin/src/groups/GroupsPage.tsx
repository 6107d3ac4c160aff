import { deleteStaffGroup, listStaffGroups, orderStaffGroups, type GroupKind, type StaffGroup } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { ArrowDown, ArrowUp, PenLine, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { use, useLayoutEffect, useRef, useState } from 'react';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { useKeys } from '../frame/useKeys';
import { useAddress } from '../list/useAddress';
import { ViewTabs } from '../list/ViewTabs';
import { Button } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Panel } from '../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useStores } from '../parts/useStores';
import { useCall, useLoaded } from '../useApi';
import { GroupDialog } from './GroupDialog';
import styles from './GroupsPage.module.css';

const VIEWS = [
  { name: 'Categories', search: '' },
  { name: 'Brands', search: 'kind=brand' },
];
/** Several steps are saved at once. */
const SAVE_AFTER_MS = 600;

const isSame = (a: StaffGroup, b: StaffGroup): boolean => a.kind === b.kind && a.store === b.store && a.slug === b.slug;
const countProducts = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`;

/** Categories and brands: make, rename, put in order, delete. */
export function GroupsPage() {
  const stores = useStores();
  const { read } = useAddress();
  const kind: GroupKind = read('kind') === 'brand' ? 'brand' : 'category';
  const word = kind === 'brand' ? 'brand' : 'category';
  const call = useCall();
  const toast = use(ToastContext);
  const { value, failure, loading, reload, replace } = useLoaded(listStaffGroups, {}, '');
  const [edited, setEdited] = useState<StaffGroup | 'new'>();
  const [said, setSaid] = useState('');
  /** The button that moved its row, which keeps the focus. */
  const moved = useRef<string>(undefined);
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useKeys({ n: () => setEdited('new') });
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });

  const show = (data: readonly StaffGroup[]): void => {
    if (value) replace({ ...value, data: [...data] });
  };
  const saveOrder = async (order: readonly StaffGroup[]): Promise<void> => {
    const [first] = order;
    if (!first) return;
    const result = await call(orderStaffGroups, {
      params: { kind, store: first.store },
      body: { slugs: order.map(({ slug }) => slug) },
    });
    if (result.ok) return;
    toast({ text: result.failure.message, isError: true });
    reload();
  };
  const move = (group: StaffGroup, step: -1 | 1): void => {
    const all = value?.data ?? [];
    const own = all.filter((each) => each.kind === kind && each.store === group.store);
    const at = own.findIndex((each) => isSame(each, group));
    const other = own[at + step];
    if (!other) return;
    const order = own.map((each, index) => (index === at ? other : index === at + step ? group : each));
    moved.current = `${group.store} ${group.slug} ${step}`;
    setSaid(`${group.name}, now ${at + step + 1} of ${own.length}`);
    show([...all.filter((each) => !own.includes(each)), ...order]);
    clearTimeout(saving.current);
    saving.current = setTimeout(() => void saveOrder(order), SAVE_AFTER_MS);
  };
  const remove = async ({ kind: groupKind, store, slug, name }: StaffGroup): Promise<void> => {
    const result = await call(deleteStaffGroup, { params: { kind: groupKind, store, slug } });
    if (result.ok) show(result.value.data);
    toast(result.ok ? { text: `${name} is deleted.` } : { text: result.failure.message, isError: true });
  };

  return (
    <>
      <PageHead title={kind === 'brand' ? 'Brands' : 'Categories'} text="In the order in which the shop shows them.">
        <Button tone="primary" icon={Plus} shortcut="N" onClick={() => setEdited('new')}>
          New {word}
        </Button>
      </PageHead>
      <ViewTabs list="groups" presets={VIEWS} search={kind === 'brand' ? 'kind=brand' : ''} />
      {failure && value && <Banner>{failure.message}</Banner>}
      {!value && (loading ? <LoadingRows /> : failure && <FailedState failure={failure} onRetry={reload} />)}
      {value &&
        stores.map(({ slug: store, name: storeName }) => {
          const groups = value.data.filter((group) => group.kind === kind && group.store === store);
          return (
            <div key={store} className={styles.store}>
              <Panel title={storeName} flush>
                {groups.length === 0 && (
                  <EmptyState
                    title={`No ${kind === 'brand' ? 'brands' : 'categories'} yet`}
                    text="Products need one."
                  />
                )}
                <ol className={styles.list}>
                  {groups.map((group, index) => {
                    const button = (step: -1 | 1, to: string) => ({
                      'data-move': `${store} ${group.slug} ${step}`,
                      'aria-label': `Move ${group.name} ${to}`,
                      disabled: index + step < 0 || index + step >= groups.length,
                      onClick: () => move(group, step),
                    });
                    return (
                      <li
                        key={group.slug}
                        onKeyDown={(event) => {
                          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                          event.preventDefault();
                          move(group, event.key === 'ArrowUp' ? -1 : 1);
                        }}
                      >
                        <span className={styles.picture}>
                          {group.picture !== '' && <Picture src={group.picture} alt="" sizes="40px" />}
                        </span>
                        <span className={styles.name}>
                          <b>{group.name}</b> <code>{group.slug}</code>
                        </span>
                        <span className={styles.count}>
                          {group.moving && (
                            <Chip icon={RefreshCw} tone="move">
                              Products follow
                            </Chip>
                          )}
                          {countProducts(group.products)}
                        </span>
                        <span className={styles.acts}>
                          <Button tone="quiet" icon={ArrowUp} {...button(-1, 'up')} />
                          <Button tone="quiet" icon={ArrowDown} {...button(1, 'down')} />
                          <Button icon={PenLine} aria-label={`Edit ${group.name}`} onClick={() => setEdited(group)}>
                            Edit
                          </Button>
                          <Button
                            tone="quiet"
                            icon={Trash2}
                            aria-label={`Delete ${group.name}`}
                            disabled={group.products > 0}
                            title={group.products > 0 ? 'It has products' : undefined}
                            onClick={() => group.products === 0 && void remove(group)}
                          />
                        </span>
                      </li>
                    );
                  })}
                </ol>
              </Panel>
            </div>
          );
        })}
      <p role="status" className={styles.hidden}>
        {said}
      </p>
      {edited !== undefined && (
        <GroupDialog
          kind={kind}
          group={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(groups, name) => {
            show(groups);
            setEdited(undefined);
            toast({ text: edited === 'new' ? `${name} is created.` : `${name} is saved.` });
          }}
        />
      )}
    </>
  );
}
