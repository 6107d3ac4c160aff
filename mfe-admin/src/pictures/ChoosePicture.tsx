import { listPictures, type StaffPicture } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { useState } from 'react';
import { useTyped } from '../list/useTyped';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { FailedState, LoadingRows } from '../parts/States';
import { useLoaded } from '../useApi';
import styles from './ChoosePicture.module.css';

interface ChoosePictureProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `size` is such as "1200x1200". */
  readonly onPick: (picture: { readonly url: string; readonly size: string; readonly alt: string }) => void;
}

/** Pictures that were uploaded before, the newest first. */
export function ChoosePicture({ title, onClose, onPick }: ChoosePictureProps) {
  const [q, setQ] = useState('');
  const [typed, type] = useTyped(q, (next) => {
    setQ(next);
    setCursor('');
  });
  const [cursor, setCursor] = useState('');
  const { value, failure, loading, reload } = useLoaded(
    listPictures,
    { query: { ...(q === '' ? {} : { q }), ...(cursor === '' ? {} : { cursor }) } },
    `${q} ${cursor}`,
  );
  const pictures = value?.data.items.filter(
    (picture): picture is StaffPicture & { url: string } => picture.url !== null,
  );
  const next = value?.data.next ?? null;
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      actions={
        <>
          {next !== null && <Button onClick={() => setCursor(next)}>Older pictures</Button>}
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field
        label="Name of the file"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      {failure && <FailedState failure={failure} onRetry={reload} />}
      {!value && loading && <LoadingRows count={3} />}
      {pictures?.length === 0 && <p className={styles.muted}>No picture is called so.</p>}
      <ul className={styles.choices}>
        {pictures?.map(({ id, url, name, width, height, alt }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                onPick({ url, size: `${width}x${height}`, alt });
                onClose();
              }}
            >
              <Picture src={url} alt="" sizes="120px" />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
