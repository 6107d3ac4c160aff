import type { ComponentProps } from 'react';
import { findRegion, isCountryCode, listRegions, needsRegion } from '@shop/contracts/postalRules';
import { Field } from '../design-system/Field/Field';
import { Select } from '../design-system/Select/Select';

interface RegionFieldProps extends Omit<
  ComponentProps<'input'> & ComponentProps<'select'>,
  'onChange' | 'onBlur' | 'ref' | 'value'
> {
  /** Country code. For anything else, any state is accepted. */
  readonly country: string;
  /** Form value: a code or a name. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (event: { readonly target: unknown }) => unknown;
  readonly onBlur: (event: { readonly target: unknown }) => unknown;
  readonly ref?: (element: HTMLInputElement | HTMLSelectElement | null) => void;
}

/**
 * State field (product.md 7.2): a select if the country has a list of states, otherwise a text field. Where post needs
 * none, it is an optional county.
 */
export function RegionField({ country, value, error, ...field }: RegionFieldProps) {
  const regions = isCountryCode(country) ? listRegions(country) : null;
  const isCounty = isCountryCode(country) && !needsRegion(country);
  const naming = isCounty ? { label: 'County', optional: true } : { label: 'State', required: true };
  const fieldProps = { ...naming, autoComplete: 'address-level1', error };
  if (!isCountryCode(country) || !regions) return <Field {...fieldProps} {...field} value={value} maxLength={80} />;
  // A saved address may contain the state's name. A state of another country stays visible with its error.
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
