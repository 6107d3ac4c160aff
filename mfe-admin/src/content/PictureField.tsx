import type { ContentPicture } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { ImageUp, Images } from 'lucide-react';
import { use, useId, useState } from 'react';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { ChoosePicture } from '../pictures/ChoosePicture';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { PlacedUploadsContext } from './usePlacedUploads';
import styles from './DocumentPage.module.css';

interface PictureFieldProps {
  readonly path: string;
  readonly label: string;
  readonly picture: ContentPicture | undefined;
  readonly errors: DocumentErrors;
  readonly onChange: (picture: ContentPicture) => void;
}

/** A picture of a page: uploaded, or chosen of those that were, with its alternative text. */
export function PictureField({ path, label, picture, errors, onChange }: PictureFieldProps) {
  const id = useId();
  const [isChoosing, setIsChoosing] = useState(false);
  const { describe, add } = use(PlacedUploadsContext);
  const src = picture?.src ?? '';
  const isOwn = src.startsWith('own:');

  const error = errors[`${path}.src`];
  return (
    <fieldset className={styles.picture} aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      <div className={styles.pictureRow}>
        <span className={styles.thumb}>{src !== '' && !isOwn && <Picture src={src} alt="" sizes="64px" />}</span>
        <span className={styles.pictureName}>
          {isOwn ? 'A picture of the design' : src === '' ? 'None yet' : 'From your pictures'}
        </span>
        <label className={styles.file}>
          <ImageUp aria-hidden />
          Upload
          <input
            type="file"
            accept="image/*"
            name={`${path}.src`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) add(path, file);
              target.value = '';
            }}
          />
        </label>
        <Button icon={Images} onClick={() => setIsChoosing(true)}>
          Choose
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className={error === undefined ? styles.hint : styles.error}>
        {error ?? describe(path)}
      </p>
      <Field
        label="Alternative text"
        name={`${path}.alt`}
        maxLength={250}
        autoComplete="off"
        value={picture?.alt ?? ''}
        error={errors[`${path}.alt`]}
        hint="What screen readers say. Empty for decoration."
        onChange={({ target }) => onChange({ src, alt: target.value })}
      />
      {isChoosing && (
        <ChoosePicture
          title="Choose a picture"
          onClose={() => setIsChoosing(false)}
          onPick={({ url, alt }) => onChange({ src: url, alt })}
        />
      )}
    </fieldset>
  );
}
