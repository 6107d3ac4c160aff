import type { PostDocument } from '@shop/contracts';
import { Button } from '../parts/Button';
import { Field, TextField } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { BodyField } from './BodyField';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { PictureField } from './PictureField';
import styles from './DocumentPage.module.css';

interface PostEditorProps {
  readonly document: PostDocument;
  readonly errors: DocumentErrors;
  readonly onChange: (document: PostDocument) => void;
}

const LINES = [
  { name: 'category', label: 'Category', maxLength: 40, hint: 'One or two words above the title, such as Guide.' },
  { name: 'author', label: 'Author', maxLength: 80, hint: undefined },
] as const;

/** A post of the blog: heading, day, picture and text. */
export function PostEditor({ document, errors, onChange }: PostEditorProps) {
  const { title, lead, category, author, time, picture, body } = document;
  const changePicture = (next: PostDocument['picture']): void => {
    const isNone = !next || (next.src === '' && next.alt === '');
    onChange({ title, lead, category, author, time, body, ...(isNone ? {} : { picture: next }) });
  };
  return (
    <>
      <Panel title="Heading">
        <div className={styles.form}>
          <Field
            label="Title"
            name="title"
            maxLength={100}
            autoComplete="off"
            value={title}
            error={errors['title']}
            onChange={({ target }) => onChange({ ...document, title: target.value })}
          />
          <TextField
            label="Introduction"
            name="lead"
            rows={3}
            maxLength={300}
            value={lead}
            error={errors['lead']}
            hint="In the list of posts and in search results."
            onChange={({ target }) => onChange({ ...document, lead: target.value })}
          />
          {LINES.map(({ name, label, maxLength, hint }) => (
            <Field
              key={name}
              label={label}
              name={name}
              maxLength={maxLength}
              autoComplete="off"
              value={document[name]}
              error={errors[name]}
              hint={hint}
              onChange={({ target }) => onChange({ ...document, [name]: target.value })}
            />
          ))}
          <Field
            label="Day of publication"
            name="time"
            type="date"
            value={time}
            error={errors['time']}
            hint="Today or before. It says where the post stands in the list."
            onChange={({ target }) => onChange({ ...document, time: target.value })}
          />
          <PictureField path="picture" label="Picture" picture={picture} errors={errors} onChange={changePicture} />
          {picture && (
            <Button tone="quiet" onClick={() => changePicture(undefined)}>
              Leave out the picture
            </Button>
          )}
        </div>
      </Panel>
      <BodyField body={body} errors={errors} onChange={(next) => onChange({ ...document, body: next })} />
    </>
  );
}
