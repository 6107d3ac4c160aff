import { Plus } from 'lucide-react';
import type { Address } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { ConfirmDialog } from '@shop/shared/design-system/ConfirmDialog';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Icon } from '@shop/shared/design-system/Icon';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { fetchAddresses, notify, selectProfile, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { AccountLayout } from '../../parts/AccountLayout';
import { AddressCard } from './AddressCard';
import { AddressEditor } from './AddressEditor';
import styles from './AddressesPage.module.css';
import { addressRemoved } from './addressThunks';

/** The address being edited, 'new', or null. */
type Editing = Address | 'new' | undefined;

export function AddressesPage() {
  const { addresses, addressesLoaded, error } = useAppSelector(selectProfile);
  const dispatch = useAppDispatch();
  const [editing, setEditing] = useState<Editing>();
  const [doomed, setDoomed] = useState<Address>();
  const [deleting, setDeleting] = useState(false);

  const remove = async (): Promise<void> => {
    if (!doomed) return;
    setDeleting(true);
    const answer = await dispatch(addressRemoved(doomed.id));
    setDeleting(false);
    setDoomed(undefined);
    dispatch(
      addressRemoved.fulfilled.match(answer)
        ? notify('The address is deleted.')
        : notify(String(answer.payload ?? 'Failed to delete the address'), 'alert'),
    );
  };

  return (
    <AccountLayout
      title="Addresses"
      action={
        editing === undefined && addressesLoaded ? (
          <Button size="md" onClick={() => setEditing('new')}>
            <Icon icon={Plus} />
            Add address
          </Button>
        ) : null
      }
    >
      {error !== null && !addressesLoaded ? (
        <ErrorPanel
          title={`Your addresses cannot be shown right now: ${error}`}
          onRetry={() => void dispatch(fetchAddresses())}
        />
      ) : !addressesLoaded ? (
        <div className={styles.grid} aria-busy="true">
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </div>
      ) : editing !== undefined ? (
        <AddressEditor address={editing === 'new' ? null : editing} onClose={() => setEditing(undefined)} />
      ) : (
        <>
          {addresses.length === 0 && (
            <p className={styles.empty}>No addresses yet. A saved address fills in the checkout for you.</p>
          )}
          <div className={styles.grid}>
            {addresses.map((address) => (
              <AddressCard
                key={address.id}
                address={address}
                onEdit={() => setEditing(address)}
                onDelete={() => setDoomed(address)}
              />
            ))}
            <button type="button" className={styles.add} onClick={() => setEditing('new')}>
              <Icon icon={Plus} />
              <span>Add a new address</span>
            </button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => void remove()}
        title={`Delete ${doomed?.label ?? 'this address'}?`}
        confirmLabel="Delete"
        cancelLabel="Keep it"
        busyText={deleting ? 'Deleting' : undefined}
      >
        Past orders keep this address.
      </ConfirmDialog>
    </AccountLayout>
  );
}
