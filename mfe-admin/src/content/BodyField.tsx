import type { RichText, TextDocument } from '@shop/contracts';
import { lazy, Suspense } from 'react';
import { Panel } from '../parts/Panel';
import { LoadingRows } from '../parts/States';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';

/** The editor is as large as the rest of the back office: it comes when a text is opened. */
const RichTextEditor = lazy(() => import(/* webpackChunkName: "admin-rich-text" */ './rich-text/RichTextEditor'));

interface BodyFieldProps {
  readonly body: TextDocument['body'];
  readonly errors: DocumentErrors;
  readonly onChange: (body: RichText) => void;
}

/** The text of a page or post. */
export function BodyField({ body, errors, onChange }: BodyFieldProps) {
  return (
    <Panel title="Text">
      <Suspense fallback={<LoadingRows count={6} />}>
        <RichTextEditor
          label="Text"
          path="body"
          text={body}
          error={Object.entries(errors).find(([path]) => path.startsWith('body'))?.[1]}
          onChange={onChange}
        />
      </Suspense>
    </Panel>
  );
}
