import type { ComponentProps } from 'react';
import { findRegion, isCountryCode, listRegions } from '../contracts/postalRules';
import { Field } from '../design-system/Field/Field';
import { Select } from '../design-system/Select/Select';

interface RegionFieldProps extends Omit<
  ComponentProps<'input'> & ComponentProps<'select'>,
  'onChange' | 'onBlur' | 'ref' | 'value'
> {
  /** A country's code; of another text, any state will do. */
  readonly country: string;
  /** The state as it is in the form, by code or by name. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (event: { readonly target: unknown }) => unknown;
  readonly onBlur: (event: { readonly target: unknown }) => unknown;
  readonly ref?: (element: HTMLInputElement | HTMLSelectElement | null) => void;
}

/** The state (product.md 7.2): chosen where the country has a list of them, typed where it has none. */
export function RegionField({ country, value, error, ...field }: RegionFieldProps) {
  const regions = isCountryCode(country) ? listRegions(country) : null;
  const fieldProps = { label: 'State', required: true, autoComplete: 'address-level1', error };
  if (!isCountryCode(country) || !regions) return <Field {...fieldProps} {...field} value={value} maxLength={80} />;
  // An address may be kept with the state's name; a text of another country's stays in sight, with its error.
  const known = findRegion(country, value);
  return (
    <Select {...fieldProps} {...field} value={known?.code ?? value}>
      <option value="">Choose a state</option>
      {!known && value !== '' && <option value={value}>{value}</option>}
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
