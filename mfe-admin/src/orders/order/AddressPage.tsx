import { changeOrderAddress, COUNTRIES, type CountryCode, type PostalAddress, type StaffOrder } from '@shop/contracts';
import { findRegion, isCountryCode, listRegions } from '@shop/contracts/postalRules';
import {
  checkState,
  createAddressRule,
  FIELDS_BEFORE_COUNTRY,
  FIELDS_BEFORE_STATE,
  listFieldsAfterState,
  type AddressField,
} from '@shop/shared/forms/addressFields';
import { ArrowLeft } from 'lucide-react';
import { use } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { FormPage } from '../../form/FormPage';
import type { Values } from '../../form/mergeTheirs';
import { useFormPage } from '../../form/useFormPage';
import { PageHead } from '../../frame/PageHead';
import { ToastContext } from '../../frame/Toasts';
import { ButtonLink } from '../../parts/Button';
import { Choice, Field } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { Banner, FailedState, LoadingRows } from '../../parts/States';
import { useCall } from '../../useApi';
import { useOrder, type Settle } from './useOrder';
import styles from './AddressPage.module.css';

type Name = keyof PostalAddress;

const COUNTRY_OPTIONS = Object.entries(COUNTRIES).map(([value, label]) => ({ value, label }));

/** Where an order goes, as a form. */
export function AddressPage() {
  const { number = '' } = useParams();
  return <Loaded key={number} number={number} />;
}

function Loaded({ number }: { readonly number: string }) {
  const { order, failure, loading, reload, settle } = useOrder(number);
  return (
    <>
      <PageHead title="Delivery address" text={`Of order ${number}`}>
        <ButtonLink tone="quiet" icon={ArrowLeft} to={`/admin/orders/${number}`}>
          Order {number}
        </ButtonLink>
      </PageHead>
      {failure && !order && <FailedState failure={failure} onRetry={reload} />}
      {!order && loading && <LoadingRows count={6} />}
      {order && <AddressForm order={order} settle={settle} />}
    </>
  );
}

const readAddress = ({ order: { billing, shipping_address: shipping } }: StaffOrder): Values<Name> => {
  const from = shipping ?? billing;
  return {
    firstName: from.firstName,
    lastName: from.lastName,
    companyName: from.companyName,
    country: from.country,
    streetAddress: from.streetAddress,
    apartment: from.apartment,
    townCity: from.townCity,
    state: from.state,
    zipCode: from.zipCode,
    phone: from.phone,
  };
};

/** The fields of the shop's form, and what is said to somebody else than the customer. */
const listFields = (country: string): readonly AddressField<Name>[] =>
  [...FIELDS_BEFORE_COUNTRY, ...FIELDS_BEFORE_STATE, ...listFieldsAfterState(country)].map((field) => ({
    ...field,
    ...(field.missing !== undefined && { missing: field.missing.replace(' your ', ' a ') }),
  }));

const checkField = (name: Name, values: Values<Name>): string | undefined => {
  const field = listFields(values.country).find((each) => each.name === name);
  const verdict =
    name === 'state' ? checkState(values.state, values) : field && createAddressRule(field)(values[name], values);
  return typeof verdict === 'string' ? verdict : undefined;
};

interface AddressFormProps {
  readonly order: StaffOrder;
  readonly settle: Settle;
}

function AddressForm({ order: staffOrder, settle }: AddressFormProps) {
  const { order, actions, address_version: version } = staffOrder;
  const { number } = order;
  const call = useCall();
  const toast = use(ToastContext);
  const navigate = useNavigate();
  const form = useFormPage<Name>({
    draft: `admin-form:order-address:${number}`,
    saved: readAddress(staffOrder),
    check: checkField,
  });
  const { country, state } = form.values;
  const fields = listFields(country);
  const regions = isCountryCode(country) ? listRegions(country) : null;
  const stateLabel = regions ? 'State' : 'County, optional';
  const labels = {
    // The others follow.
    ...(Object.fromEntries(fields.map(({ name, label }) => [name, label])) as Record<Name, string>),
    country: 'Country',
    state: stateLabel,
  };

  const save = async (values: Values<Name>) => {
    const trimmed = Object.fromEntries(Object.entries<string>(values).map(([name, text]) => [name, text.trim()]));
    // The select offers no other country.
    const address = { ...(trimmed as Values<Name>), country: values.country as CountryCode };
    return settle(await call(changeOrderAddress, { params: { number }, body: { address, version } }));
  };
  const renderField = (name: Name) => {
    const field = fields.find((each) => each.name === name);
    if (!field) return null;
    const { label, missing, type = 'text', inputMode, maxLength } = field;
    return (
      <Field
        key={name}
        label={missing === undefined ? `${label}, optional` : label}
        type={type}
        inputMode={inputMode}
        maxLength={maxLength}
        autoComplete="off"
        {...form.field(name)}
        {...(name === 'zipCode' &&
          order.delivery && { hint: 'A van brings this order in its slot: it cannot go to another ZIP code.' })}
        onChange={(event) => form.change(name, event.target.value)}
        onBlur={() => form.leave(name)}
      />
    );
  };
  const known = isCountryCode(country) ? findRegion(country, state) : undefined;
  return (
    <FormPage
      form={form}
      labels={labels}
      onSave={save}
      onSaved={() => {
        toast({ text: `Address of order ${number} saved` });
        void navigate(`/admin/orders/${number}`);
      }}
    >
      {!actions.includes('changeAddress') && (
        <Banner>
          <span>
            This address stays: something of the order is sent, it is canceled, or your role does not change it.
          </span>
        </Banner>
      )}
      <Panel title="Where it goes">
        <div className={styles.fields}>
          {renderField('firstName')}
          {renderField('lastName')}
          <div className={styles.wide}>{renderField('companyName')}</div>
          <div className={styles.wide}>
            <Choice
              label={labels.country}
              name="country"
              value={country}
              options={COUNTRY_OPTIONS}
              onChange={(next) => form.change('country', next)}
            />
          </div>
          <div className={styles.wide}>{renderField('streetAddress')}</div>
          <div className={styles.wide}>{renderField('apartment')}</div>
          {renderField('townCity')}
          {regions ? (
            <Choice
              label={stateLabel}
              {...form.field('state')}
              value={known?.code ?? state}
              options={[
                { value: '', label: 'Choose a state' },
                // A state of another country stays visible with its error.
                ...(known || state === '' ? [] : [{ value: state, label: state }]),
                ...regions.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={(next) => form.change('state', next)}
            />
          ) : (
            <Field
              label={stateLabel}
              maxLength={80}
              autoComplete="off"
              {...form.field('state')}
              onChange={(event) => form.change('state', event.target.value)}
              onBlur={() => form.leave('state')}
            />
          )}
          {renderField('zipCode')}
          {renderField('phone')}
        </div>
      </Panel>
    </FormPage>
  );
}
