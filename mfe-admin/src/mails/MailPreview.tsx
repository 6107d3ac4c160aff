import { previewMail, sendTestMail } from '@shop/contracts';
import type { MailKind } from '@shop/contracts/mails';
import { Mail } from 'lucide-react';
import { use, useState } from 'react';
import { ToastContext } from '../frame/Toasts';
import { Button } from '../parts/Button';
import { FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import styles from './MailsEditor.module.css';

interface MailPreviewProps {
  readonly store: string;
  readonly kind: MailKind;
  readonly version: number;
  readonly note: string;
  readonly isStored: boolean;
}

/** A mail with the words that are stored, as mail programs show it. */
export function MailPreview({ store, kind, version, note, isStored }: MailPreviewProps) {
  const params = { store, kind };
  const { value, failure, reload } = useLoaded(previewMail, { params }, `${kind}/${version}`);
  const call = useCall();
  const toast = use(ToastContext);
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    setIsSending(true);
    const result = await call(sendTestMail, { params });
    setIsSending(false);
    toast(
      result.ok
        ? { text: `A test is on its way to ${result.value.to}.` }
        : { text: result.failure.message, isError: true },
    );
  };
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.head}>
        <h2>Preview</h2>
        <span role="status">{note}</span>
        <Button icon={Mail} disabled={!isStored} busy={isSending && 'Sending'} onClick={() => void send()}>
          Send me a test
        </Button>
      </div>
      {failure && <FailedState failure={failure} onRetry={reload} />}
      {!value && !failure && <LoadingRows count={4} />}
      {value && (
        <>
          <dl className={styles.envelope}>
            <dt>From</dt>
            <dd>{value.data.from}</dd>
            <dt>Replies to</dt>
            <dd>{value.data.reply_to}</dd>
            <dt>Subject</dt>
            <dd>{value.data.subject}</dd>
          </dl>
          <iframe
            key={`${value.data.page}/${version}`}
            src={`${value.data.page}?version=${version}`}
            sandbox=""
            title="The mail with an example"
          />
          <details>
            <summary>As text</summary>
            <pre>{value.data.text}</pre>
          </details>
        </>
      )}
    </section>
  );
}
