import type { ProductField } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { ArrowLeft, ArrowRight, CircleAlert, Images, Plus, RefreshCw, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { FormPageState } from '../../form/useFormPage';
import { Button } from '../../parts/Button';
import { TextField } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { useUploads } from '../../pictures/useUploads';
import { joinLines, moveLine, readImage, replacePicture, splitLines, writeImage, type ImageParts } from './lines';
import styles from './PicturesPanel.module.css';

const STATES = { waiting: 'Waits', sending: 'Sending', making: 'Making its sizes', ready: 'Ready', failed: 'Failed' };

/** Where a chosen picture goes: to the end, or to the place of another. */
export type PicturePlace = number | 'end';

const isPicture = (file: File): boolean => file.type.startsWith('image/');

/** Adds a picture that is not there yet, or puts it in the place of another. */
export const placePicture = (
  form: Pick<FormPageState<ProductField>, 'values' | 'change'>,
  picture: ImageParts,
  place: PicturePlace,
): void => {
  const lines = splitLines(form.values.images);
  const replaced = place === 'end' ? undefined : lines[place];
  if (lines.some((line) => readImage(line).url === picture.url)) return;
  if (replaced === undefined) return form.change('images', joinLines([...lines, writeImage(picture)]));
  form.change('images', joinLines(lines.map((line, at) => (at === place ? writeImage(picture) : line))));
  form.change('variants', replacePicture(form.values.variants, readImage(replaced).url, picture.url));
};

interface PicturesPanelProps {
  readonly form: FormPageState<ProductField>;
  /** Opens the pictures that were uploaded before. */
  readonly onChoose: (place: PicturePlace) => void;
}

/** Pictures in their order: dropped, pasted or chosen, moved by pointer or keys, each with its alternative text. */
export function PicturesPanel({ form, onChoose }: PicturesPanelProps) {
  const lines = splitLines(form.values.images);
  const images = lines.map(readImage);
  const [selected, setSelected] = useState(0);
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const { uploads, add, remove: removeUpload, retry } = useUploads();
  const list = useRef<HTMLOListElement>(null);
  const current = images[Math.min(selected, images.length - 1)];
  const place = Math.min(selected, images.length - 1);
  const write = (next: readonly string[]): void => form.change('images', joinLines(next));

  // What is ready joins the others in the order of dropping.
  useEffect(() => {
    const first = uploads.find(({ state }) => state !== 'failed');
    if (first?.state !== 'ready' || !first.picture) return;
    const { url, width, height, alt } = first.picture;
    removeUpload(first.key);
    if (url !== null) placePicture(form, { url, size: `${width}x${height}`, alt }, 'end');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the form is another object each time
  }, [uploads]);
  const addFiles = useRef(add);
  addFiles.current = add;
  useEffect(() => {
    const paste = ({ clipboardData }: globalThis.ClipboardEvent): void => {
      const files = [...(clipboardData?.files ?? [])].filter(isPicture);
      if (files.length > 0 && !document.querySelector('dialog[open]')) addFiles.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const move = (from: number, to: number): void => {
    if (to < 0 || to >= lines.length || from === to) return;
    write(moveLine(lines, from, to));
    setSelected(to);
    setSaid(`Picture ${from + 1} is picture ${to + 1} of ${lines.length} now.`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = index + step;
    if (to < 0 || to >= lines.length) return;
    if (event.altKey) move(index, to);
    else setSelected(to);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-picture="${to}"]`)?.focus());
  };
  const remove = (): void => {
    if (!current) return;
    write(lines.filter((_line, at) => at !== place));
    form.change('variants', replacePicture(form.values.variants, current.url, ''));
    setSelected(Math.max(0, place - 1));
    setSaid(`Picture ${place + 1} is removed.`);
    list.current?.closest('fieldset')?.focus();
  };
  const { error } = form.field('images');
  return (
    <Panel
      title="Pictures"
      action={
        <Button icon={Images} onClick={() => onChoose('end')}>
          Choose uploaded
        </Button>
      }
    >
      <fieldset
        name="images"
        tabIndex={-1}
        className={styles.pictures}
        aria-label="Pictures"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          // A picture of the list that is dragged is a file, too.
          const files = dragged === undefined ? [...event.dataTransfer.files].filter(isPicture) : [];
          if (files.length > 0) add(files);
        }}
      >
        <p className={styles.hint}>The first is the main view, the second shows on hover. Drag to order.</p>
        <ol ref={list} className={styles.tiles}>
          {images.map(({ url, alt }, index) => (
            <li
              key={url}
              draggable
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && move(dragged, index)}
            >
              <button
                type="button"
                className={styles.tile}
                data-picture={index}
                aria-current={index === place || undefined}
                onClick={() => setSelected(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <Picture src={url} alt="" sizes="160px" />
                <span className={styles.number}>
                  <span className={styles.hidden}>Picture </span>
                  {index + 1}
                </span>
                {alt.trim() === '' ? (
                  <span className={styles.warning}>
                    <CircleAlert aria-hidden />
                    No alt text
                  </span>
                ) : (
                  <span className={styles.hidden}>: {alt}</span>
                )}
              </button>
            </li>
          ))}
          {uploads.map(({ key, file, state, error: why }) => (
            <li key={`upload ${key}`} className={styles.upload}>
              <span className={styles.file}>{file.name}</span>
              {state === 'failed' ? (
                <>
                  <span role="alert">{why}</span>
                  <span className={styles.row}>
                    <button type="button" aria-label={`Send ${file.name} again`} onClick={() => retry(key)}>
                      <RefreshCw aria-hidden />
                    </button>
                    <button type="button" aria-label={`Leave ${file.name} out`} onClick={() => removeUpload(key)}>
                      <X aria-hidden />
                    </button>
                  </span>
                </>
              ) : (
                <>
                  <progress aria-label={`${file.name}: ${STATES[state]}`} />
                  <span>{STATES[state]}</span>
                </>
              )}
            </li>
          ))}
          <li>
            <label className={styles.add}>
              <Plus aria-hidden />
              Drop, paste or choose
              <input
                type="file"
                multiple
                accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
                onChange={({ target }) => {
                  add([...(target.files ?? [])]);
                  target.value = '';
                }}
              />
            </label>
          </li>
        </ol>
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        {current && (
          <div className={styles.details}>
            <div className={styles.large}>
              <Picture src={current.url} alt="" sizes="240px" />
            </div>
            <div className={styles.fields}>
              <TextField
                label={`Alternative text of picture ${place + 1}`}
                hint="Say what it shows, for who does not see it."
                maxLength={300}
                value={current.alt}
                error={current.alt.trim() === '' && error !== undefined ? 'Required.' : undefined}
                onChange={({ target }) =>
                  write(lines.map((line, at) => (at === place ? writeImage({ ...current, alt: target.value }) : line)))
                }
                onBlur={() => form.leave('images')}
              />
              <div className={styles.acts}>
                <Button icon={ArrowLeft} disabled={place === 0} onClick={() => move(place, place - 1)}>
                  Earlier
                </Button>
                <Button icon={ArrowRight} disabled={place === lines.length - 1} onClick={() => move(place, place + 1)}>
                  Later
                </Button>
                <Button icon={RefreshCw} onClick={() => onChoose(place)}>
                  Replace
                </Button>
                <Button tone="quiet" icon={Trash2} onClick={remove}>
                  Remove
                </Button>
              </div>
            </div>
          </div>
        )}
        <p role="status" className={styles.hidden}>
          {said}
        </p>
      </fieldset>
    </Panel>
  );
}
