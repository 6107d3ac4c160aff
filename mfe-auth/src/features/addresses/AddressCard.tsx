import { describeAddress } from '@shop/contracts/describeAddress';
import type { Address } from '@shop/contracts';
import { Badge } from '@shop/shared/design-system/Badge';
import { Button } from '@shop/shared/design-system/Button';
import { notify, useAppDispatch } from '@shop/shared/state';
import styles from './AddressCard.module.css';
import { addressPreferred } from './addressThunks';

interface AddressCardProps {
  readonly address: Address;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const DEFAULTS = [
  { kind: 'default_billing', badge: 'Default for billing', action: 'Make default for billing' },
  { kind: 'default_shipping', badge: 'Default for shipping', action: 'Make default for shipping' },
] as const;

export function AddressCard({ address, onEdit, onDelete }: AddressCardProps) {
  const { id, label } = address;
  const dispatch = useAppDispatch();

  const prefer = async (kind: 'default_billing' | 'default_shipping'): Promise<void> => {
    const answer = await dispatch(addressPreferred({ id, kind }));
    if (addressPreferred.rejected.match(answer))
      dispatch(notify(String(answer.payload ?? 'Failed to save the address'), 'alert'));
  };

  return (
    <article className={styles.card} aria-label={`Address ${label}`}>
      <div className={styles.head}>
        <h2>{label}</h2>
        {DEFAULTS.filter(({ kind }) => address[kind]).map(({ kind, badge }) => (
          <Badge key={kind} tone="ok">
            {badge}
          </Badge>
        ))}
      </div>
      <address>{describeAddress(address)}</address>
      <div className={styles.actions}>
        <Button variant="quiet" size="md" onClick={onEdit} aria-label={`Edit ${label} address`}>
          Edit
        </Button>
        <Button variant="quiet" size="md" onClick={onDelete} aria-label={`Delete ${label} address`}>
          Delete
        </Button>
        {DEFAULTS.filter(({ kind }) => !address[kind]).map(({ kind, action }) => (
          <Button
            key={kind}
            variant="quiet"
            size="md"
            onClick={() => void prefer(kind)}
            aria-label={`${action}: ${label}`}
          >
            {action}
          </Button>
        ))}
      </div>
    </article>
  );
}
