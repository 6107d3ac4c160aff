import type { Address } from '@shop/contracts';
import { Select } from '@shop/shared/design-system/Select';

interface SavedAddressSelectProps {
  readonly label: string;
  /** Label of the option for no saved address. */
  readonly noneLabel: string;
  readonly addresses: readonly Address[];
  readonly selected: string;
  readonly onSelect: (address: Address | undefined) => void;
  readonly hint?: string;
}

/** A select with the saved addresses and an option for none. */
export function SavedAddressSelect({ label, noneLabel, addresses, selected, onSelect, hint }: SavedAddressSelectProps) {
  return (
    <Select
      label={label}
      value={selected}
      {...(hint === undefined ? {} : { hint })}
      onChange={(event) => onSelect(addresses.find(({ id }) => id === event.target.value))}
    >
      <option value="">{noneLabel}</option>
      {addresses.map(({ id, label: name, streetAddress, townCity }) => (
        <option key={id} value={id}>
          {name}: {streetAddress}, {townCity}
        </option>
      ))}
    </Select>
  );
}
