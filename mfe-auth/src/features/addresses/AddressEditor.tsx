import { COUNTRIES } from '@shop/contracts/constants';
import { RegionField } from '@shop/shared/connected/RegionField';
import type { Address, CountryCode, NewAddress } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { Field } from '@shop/shared/design-system/Field';
import { Note } from '@shop/shared/design-system/Note';
import { Select } from '@shop/shared/design-system/Select';
import {
  checkState,
  createAddressRule,
  FIELDS_BEFORE_COUNTRY,
  FIELDS_BEFORE_STATE,
  listFieldsAfterState,
  type AddressField,
} from '@shop/shared/forms/addressFields';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from './AddressEditor.module.css';
import { EMPTY_ADDRESS, LABEL_FIELD, type AddressForm } from './addressFields';
import { addressSaved } from './addressThunks';

interface AddressEditorProps {
  /** The address to edit; null creates one. */
  readonly address: Address | null;
  readonly onClose: () => void;
}

interface EditorForm extends AddressForm {
  makeBilling: boolean;
  makeShipping: boolean;
}

const NAMES = Object.keys(EMPTY_ADDRESS) as (keyof AddressForm)[]; // Safe: the object has exactly these keys.

const toNewAddress = ({ makeBilling, makeShipping, country, ...texts }: EditorForm): NewAddress => {
  const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]));
  return {
    ...texts,
    ...trimmed,
    country: country as CountryCode, // The select offers only country codes.
    ...(makeBilling ? { default_billing: true as const } : {}),
    ...(makeShipping ? { default_shipping: true as const } : {}),
  };
};

/** Adds or edits an address, inline. */
export function AddressEditor({ address, onClose }: AddressEditorProps) {
  const dispatch = useAppDispatch();
  const [error, setError] = useState<string>();
  const form = useForm<EditorForm>({
    mode: 'onTouched',
    defaultValues: { ...EMPTY_ADDRESS, ...address, makeBilling: false, makeShipping: false },
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (values) => {
    setError(undefined);
    const { makeBilling, makeShipping } = values;
    // The form values also contain fields of SavedAddress.
    const texts = Object.fromEntries(NAMES.map((name) => [name, values[name]])) as AddressForm;
    const saved = await dispatch(
      addressSaved({ id: address?.id ?? null, address: toNewAddress({ ...texts, makeBilling, makeShipping }) }),
    );
    if (addressSaved.fulfilled.match(saved)) {
      dispatch(notify('The address is saved.'));
      onClose();
      return;
    }
    setError(saved.payload ?? 'Failed to save the address');
    showServerErrors(form.setError, NAMES, saved.meta);
  });

  const renderField = ({ name, missing, width, ...field }: AddressField<keyof AddressForm>) => (
    <Field
      key={name}
      {...field}
      className={width && styles[width]}
      required={missing !== undefined}
      optional={missing === undefined}
      error={errors[name]?.message}
      {...form.register(name, { validate: createAddressRule({ name, missing }) })}
    />
  );

  return (
    <form
      method="post"
      className={styles.editor}
      noValidate
      onSubmit={(event) => void save(event)}
      aria-labelledby="address-editor"
    >
      <h2 id="address-editor" className={styles.title}>
        {address ? `Change ${address.label}` : 'Add a new address'}
      </h2>
      <div className={styles.fields}>
        {[LABEL_FIELD, ...FIELDS_BEFORE_COUNTRY].map(renderField)}
        <Select
          label="Country / Region"
          required
          autoComplete="country"
          className={styles.wide}
          {...form.register('country')}
        >
          {Object.entries(COUNTRIES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {FIELDS_BEFORE_STATE.map(renderField)}
        <RegionField
          country={form.watch('country')}
          value={form.watch('state')}
          error={errors.state?.message}
          {...form.register('state', { validate: checkState })}
        />
        {listFieldsAfterState(form.watch('country')).map(renderField)}
      </div>
      <div>
        {!address?.default_billing && (
          <Checkbox label="Use as the default for billing" {...form.register('makeBilling')} />
        )}
        {!address?.default_shipping && (
          <Checkbox label="Use as the default for shipping" {...form.register('makeShipping')} />
        )}
      </div>
      {error !== undefined && <Note tone="error">{error}</Note>}
      <div className={styles.actions}>
        <Button type="submit" size="md" busyText={isSubmitting ? 'Saving' : undefined}>
          Save address
        </Button>
        <Button variant="secondary" size="md" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
