import {
  changeStaffGroup,
  createStaffGroup,
  MAX_GROUP_NAME_LENGTH,
  type GroupKind,
  type StaffGroup,
  type StorefrontSlug,
} from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { ImageUp, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Choice, Field } from '../parts/Field';
import { readText } from '../parts/readText';
import { useStoreOptions } from '../parts/useStores';
import { useUploads } from '../pictures/useUploads';
import { useCall } from '../useApi';
import styles from './GroupsPage.module.css';

interface GroupDialogProps {
  readonly kind: GroupKind;
  /** Undefined for a new one. */
  readonly group: StaffGroup | undefined;
  readonly onClose: () => void;
  readonly onSaved: (groups: StaffGroup[], name: string) => void;
}

const WORDS: Readonly<Record<GroupKind, { readonly title: string; readonly picture: string }>> = {
  category: { title: 'New category', picture: 'Picture' },
  brand: { title: 'New brand', picture: 'Logo' },
};

/** Name, address and picture of a category or brand. */
export function GroupDialog({ kind, group, onClose, onSaved }: GroupDialogProps) {
  const call = useCall();
  const stores = useStoreOptions();
  const { uploads, isBusy, add, remove } = useUploads();
  const [isRemoved, setIsRemoved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  /** What somebody else has called it meanwhile. */
  const [seen, setSeen] = useState(group?.name ?? '');
  const upload = uploads.at(-1);
  const shown = upload?.picture?.url ?? (isRemoved ? '' : (group?.picture ?? ''));
  const words = WORDS[kind];

  const save = async (form: FormData): Promise<void> => {
    if (busy || isBusy) return;
    const name = readText(form, 'name');
    if (name === '') return setErrors({ name: 'Give it a name.' });
    const picture = upload?.state === 'ready' ? (upload.picture?.id ?? null) : isRemoved ? null : undefined;
    setBusy(true);
    const result = group
      ? await call(changeStaffGroup, {
          params: { kind, store: group.store, slug: group.slug },
          body: { name, slug: readText(form, 'slug'), seen, ...(picture === undefined ? {} : { picture }) },
        })
      : await call(createStaffGroup, {
          // A select has no other values.
          body: { kind, store: readText(form, 'store') as StorefrontSlug, name, picture: picture ?? null },
        });
    setBusy(false);
    if (result.ok) return onSaved(result.value.data, name);
    const { code, fields, message } = result.failure;
    if (code !== 'CHANGED_MEANWHILE') return setErrors(Object.keys(fields).length > 0 ? fields : { name: message });
    setSeen(fields['name'] ?? '');
    setErrors({ name: `Somebody else has just called it “${fields['name'] ?? ''}”. Save again to call it this.` });
  };

  return (
    <Dialog
      title={group ? group.name : words.title}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={(busy && 'Saving') || (isBusy && 'Waiting for the picture')}>
            {group ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      {!group && <Choice label="Storefront" name="store" options={stores} error={errors['store']} />}
      <Field
        label="Name"
        name="name"
        maxLength={MAX_GROUP_NAME_LENGTH}
        defaultValue={group?.name}
        autoComplete="off"
        error={errors['name']}
      />
      {group && (
        <Field
          label="Address"
          name="slug"
          maxLength={64}
          defaultValue={group.slug}
          autoComplete="off"
          spellCheck={false}
          hint="The last part of its address. The former one will lead to it."
          error={errors['slug']}
        />
      )}
      <div className={styles.choose}>
        <span className={styles.picture}>{shown !== '' && <Picture src={shown} alt="" sizes="64px" />}</span>
        <label className={styles.file}>
          <ImageUp aria-hidden />
          {shown === '' ? `Choose a ${words.picture.toLowerCase()}` : `Another ${words.picture.toLowerCase()}`}
          <input
            type="file"
            accept="image/*"
            aria-describedby="group-picture"
            onChange={({ target }) => {
              add([...(target.files ?? [])].slice(0, 1));
              target.value = '';
            }}
          />
        </label>
        {shown !== '' && (
          <Button
            tone="quiet"
            icon={X}
            onClick={() => {
              for (const { key } of uploads) remove(key);
              setIsRemoved(true);
            }}
          >
            Remove
          </Button>
        )}
        <p id="group-picture" role="status" className={styles.note} data-bad={upload?.state === 'failed' || undefined}>
          {errors['picture'] ??
            (upload?.state === 'failed'
              ? upload.error
              : isBusy
                ? 'The picture is on its way …'
                : 'JPEG, PNG, WebP, AVIF or GIF, from 600 pixels a side, at most 25 MB.')}
        </p>
      </div>
    </Dialog>
  );
}
