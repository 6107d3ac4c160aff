import { createPost } from '@shop/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { readText } from '../parts/readText';
import { useCall } from '../useApi';
import { getDocumentPath } from './describeContent';

interface NewPostDialogProps {
  readonly store: string;
  readonly onClose: () => void;
}

/** Asks for the title of a post, of which its address is made. */
export function NewPostDialog({ store, onClose }: NewPostDialogProps) {
  const call = useCall();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async (form: FormData): Promise<void> => {
    const title = readText(form, 'title').trim();
    if (isBusy) return;
    if (title === '') return setError('Fill this in.');
    setIsBusy(true);
    const result = await call(createPost, { params: { store }, body: { title } });
    setIsBusy(false);
    if (!result.ok) return setError(result.failure.fields['title'] ?? result.failure.message);
    void navigate(getDocumentPath(result.value.data));
  };
  return (
    <Dialog
      title="New post"
      onClose={onClose}
      onSubmit={(form) => void begin(form)}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={isBusy && 'Making the post'}>
            Write the post
          </Button>
        </>
      }
    >
      <Field
        label="Title"
        name="title"
        maxLength={100}
        autoComplete="off"
        error={error}
        hint="Its address is made of it, and stays when the title changes."
      />
    </Dialog>
  );
}
