import {
  changeCurrencySettings,
  changeOpeningSettings,
  changePaymentSettings,
  changeSearchSettings,
  changeShopSettings,
  getStaffSettings,
  type StaffSettings,
} from '@shop/contracts';
import { findStorefrontBySlug } from '@shop/contracts/storefronts';
import { storefrontsChanged, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { use, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { FormPage } from '../form/FormPage';
import { useFormPage } from '../form/useFormPage';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { useAddress } from '../list/useAddress';
import { Field, TextField } from '../parts/Field';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { FailedState, LoadingRows } from '../parts/States';
import { StoreMark } from '../parts/StoreMark';
import { Switch } from '../parts/Switch';
import { useCall, useLoaded } from '../useApi';
import { checkSetting, readTexts, readTopic, TOPICS, toTexts, type SettingField, type TopicId } from './settingGroups';
import styles from './SettingsPage.module.css';

const ENDPOINTS = {
  '/admin/settings/shop/:store': changeShopSettings,
  '/admin/settings/opening/:store': changeOpeningSettings,
  '/admin/settings/payments': changePaymentSettings,
  '/admin/settings/currencies': changeCurrencySettings,
  '/admin/settings/search': changeSearchSettings,
};

const isTopic = (id: string): id is TopicId => Object.hasOwn(TOPICS, id);
const topicIds = Object.keys(TOPICS).filter(isTopic);

/** Calls the storefronts by the names that are saved, on all desks. */
const useNames = (settings: StaffSettings | undefined): void => {
  const dispatch = useAppDispatch();
  const known = useAppSelector(({ storefront }) => storefront.storeConfig);
  useEffect(() => {
    for (const { store, shop } of settings?.shops ?? []) {
      const id = findStorefrontBySlug(known, store);
      const { name } = shop.value;
      if (id !== undefined && known[id].name !== name) dispatch(storefrontsChanged({ [id]: { name } }));
    }
  }, [dispatch, known, settings]);
};

/** The shop's settings: a topic at a time, each storefront's own beside the other. Saved ones count within seconds. */
export function SettingsPage() {
  const { read } = useAddress();
  const { value, failure, loading, reload, replace } = useLoaded(getStaffSettings, {}, '');
  const id = isTopic(read('topic')) ? (read('topic') as TopicId) : 'shop';
  const { name, text, isOfStore } = readTopic(id);
  const shops = value?.data.shops ?? [];
  useNames(value?.data);
  const store = shops.find((shop) => shop.store === read('store'))?.store ?? shops[0]?.store ?? '';
  const toSearch = (topic: TopicId, of: string): string =>
    `?${new URLSearchParams({ topic, ...(readTopic(topic).isOfStore ? { store: of } : {}) })}`;
  return (
    <>
      <PageHead title="Settings" text="What you save counts in the shop within five seconds." />
      <div className={styles.page}>
        <nav className={styles.topics} aria-label="Topics">
          {topicIds.map((topic) => (
            <Link key={topic} to={toSearch(topic, store)} aria-current={topic === id ? 'page' : undefined}>
              {TOPICS[topic].name}
            </Link>
          ))}
        </nav>
        <div className={styles.topic}>
          <div className={styles.head}>
            <div>
              <h2>{name}</h2>
              <p>{text}</p>
            </div>
            {isOfStore && (
              <nav className={styles.stores} aria-label="Storefront">
                {shops.map((shop) => (
                  <Link
                    key={shop.store}
                    to={toSearch(id, shop.store)}
                    aria-current={shop.store === store ? 'page' : undefined}
                  >
                    <StoreMark store={shop.store} />
                  </Link>
                ))}
              </nav>
            )}
          </div>
          {failure && <FailedState failure={failure} onRetry={reload} />}
          {!value && loading && <LoadingRows count={6} />}
          {value && (
            <TopicForm
              key={`${id} ${isOfStore ? store : ''}`}
              id={id}
              store={store}
              settings={value.data}
              show={(data) => replace({ status: true, message: '', data })}
            />
          )}
        </div>
      </div>
    </>
  );
}

interface TopicFormProps {
  readonly id: TopicId;
  readonly store: string;
  readonly settings: StaffSettings;
  /** Shows what a call has answered. */
  readonly show: (settings: StaffSettings) => void;
}

function TopicForm({ id, store, settings, show }: TopicFormProps) {
  const call = useCall();
  const toast = use(ToastContext);
  const topic = readTopic(id);
  const group = topic.find(settings, store);
  const saved = toTexts(topic, group?.value);
  const form = useFormPage<string>({
    draft: `admin-form:settings:${id}:${topic.isOfStore ? store : ''}`,
    saved,
    check: (name, values) => checkSetting(topic, name, values),
  });
  if (!group) return null;

  const save = async (texts: typeof form.values) => {
    // The endpoint checks it again.
    const body = { version: group.version, value: readTexts(topic, texts) as never };
    const params = topic.isOfStore ? { params: { store } } : {};
    const result = await call(ENDPOINTS[topic.endpoint], { ...params, body });
    if (result.ok) {
      show(result.value.data);
      return undefined;
    }
    if (result.failure.code !== 'CHANGED_MEANWHILE') return result.failure;
    const fresh = await call(getStaffSettings, {});
    if (!fresh.ok) return fresh.failure;
    show(fresh.value.data);
    return { ...result.failure, fields: { ...toTexts(topic, topic.find(fresh.value.data, store)?.value) } };
  };
  const { edited } = group;
  return (
    <FormPage
      form={form}
      labels={Object.fromEntries(topic.fields.map(({ name, label }) => [name, label]))}
      onSave={save}
      onSaved={() => toast({ text: `${topic.name} is saved.` })}
    >
      <Panel>
        <div className={styles.fields}>
          {topic.fields.map((field) => (
            <SettingInput key={field.name} field={field} form={form} />
          ))}
          {id === 'payments' && settings.payments.provider === 'none' && (
            <p className={styles.note}>
              Online payment is not set up for this shop: whoever runs its servers sets PAYMENT_PROVIDER.
            </p>
          )}
        </div>
      </Panel>
      <p className={styles.note}>
        {edited ? (
          <>
            Saved by {edited.by}, <time title={formatInstant(edited.at)}>{formatWhen(edited.at)}</time>
          </>
        ) : (
          'As the shop was set up.'
        )}
      </p>
    </FormPage>
  );
}

interface SettingInputProps {
  readonly field: SettingField;
  readonly form: ReturnType<typeof useFormPage<string>>;
}

function SettingInput({ field, form }: SettingInputProps) {
  const { name, label, hint, kind = 'text', maxLength, isOptional } = field;
  const described = {
    label: isOptional === true ? `${label}, optional` : label,
    ...(hint === undefined ? {} : { hint }),
    ...form.field(name),
    onBlur: () => form.leave(name),
  };
  if (kind === 'switch')
    return (
      <Switch
        name={name}
        label={label}
        hint={hint}
        checked={form.values[name] === 'yes'}
        error={form.field(name).error}
        onChange={(isOn) => form.change(name, isOn ? 'yes' : '')}
      />
    );
  if (kind === 'lines' || kind === 'words')
    return <TextField {...described} rows={6} onChange={({ target }) => form.change(name, target.value)} />;
  return (
    <Field
      {...described}
      type={kind === 'day' ? 'date' : 'text'}
      maxLength={maxLength}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={({ target }) => form.change(name, target.value)}
    />
  );
}
