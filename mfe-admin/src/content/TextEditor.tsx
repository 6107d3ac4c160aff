import type { TextDocument } from '@shop/contracts';
import { lazy, Suspense } from 'react';
import { Field, TextField } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { LoadingRows } from '../parts/States';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { PictureField } from './PictureField';
import styles from './DocumentPage.module.css';

/** The editor is as large as the rest of the back office: it comes when a text is opened. */
const RichTextEditor = lazy(() => import(/* webpackChunkName: "admin-rich-text" */ './rich-text/RichTextEditor'));

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
      <Panel title="Text">
        <Suspense fallback={<LoadingRows count={6} />}>
          <RichTextEditor
            label="Text"
            text={body}
            error={Object.entries(errors).find(([path]) => path.startsWith('body'))?.[1]}
            onChange={(next) => onChange({ ...document, body: next })}
          />
        </Suspense>
      </Panel>
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
