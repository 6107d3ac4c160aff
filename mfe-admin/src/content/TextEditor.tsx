import type { TextDocument } from '@shop/contracts';
import { Field, TextField } from '../parts/Field';
import { Panel } from '../parts/Panel';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { BodyField } from './BodyField';
import { PictureField } from './PictureField';
import styles from './DocumentPage.module.css';

interface TextEditorProps {
  readonly document: TextDocument;
  readonly errors: DocumentErrors;
  readonly onChange: (document: TextDocument) => void;
}

/** A text page: heading, introduction, text, and what search engines show. */
export function TextEditor({ document, errors, onChange }: TextEditorProps) {
  const { title, lead, description, picture, body } = document;
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
            maxLength={500}
            value={lead}
            error={errors['lead']}
            onChange={({ target }) => onChange({ ...document, lead: target.value })}
          />
          {picture && (
            <PictureField
              path="picture"
              label="Picture"
              picture={picture}
              errors={errors}
              onChange={(next) => onChange({ ...document, picture: next })}
            />
          )}
        </div>
      </Panel>
      <BodyField body={body} errors={errors} onChange={(next) => onChange({ ...document, body: next })} />
      <Panel title="Search engines">
        <div className={styles.form}>
          <TextField
            label="Description, optional"
            name="description"
            rows={3}
            maxLength={300}
            value={description}
            error={errors['description']}
            hint="In search results. Without one, the introduction."
            onChange={({ target }) => onChange({ ...document, description: target.value })}
          />
        </div>
      </Panel>
    </>
  );
}
