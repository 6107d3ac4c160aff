import { Button } from '../../parts/Button';
import type { Uploads } from '../../pictures/useUploads';
import { count } from './describeImport';
import styles from './ImportPage.module.css';

/** How far the pictures are, and which of them cannot be used. */
export function PictureUploads({ uploads, retry, remove }: Uploads) {
  if (uploads.length === 0) return null;
  const ready = uploads.filter(({ state }) => state === 'ready').length;
  const failed = uploads.filter(({ state }) => state === 'failed');
  return (
    <div className={styles.pictures}>
      <div className={styles.progress}>
        <progress aria-label="Pictures" value={ready + failed.length} max={uploads.length} />
        <p role="status">
          {ready} of {count(uploads.length, 'picture')} ready{failed.length > 0 && `, ${failed.length} not`}
        </p>
      </div>
      {failed.length > 0 && (
        <ul aria-label="Pictures that cannot be used">
          {failed.map(({ key, file, error }) => (
            <li key={key}>
              <span>
                <b>{file.name}</b>: {error}
              </span>
              <Button aria-label={`Try ${file.name} again`} onClick={() => retry(key)}>
                Try again
              </Button>
              <Button tone="quiet" aria-label={`Leave ${file.name} out`} onClick={() => remove(key)}>
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
