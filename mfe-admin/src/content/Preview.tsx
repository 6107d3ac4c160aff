import { ExternalLink, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import styles from './DocumentPage.module.css';

/** The shop's page with the draft, as shoppers would see it. */
export function Preview({ url, note }: { readonly url: string; readonly note: string }) {
  const [isPhone, setIsPhone] = useState(false);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewHead}>
        <h2>Preview</h2>
        <span role="status">{note}</span>
        <Button tone="quiet" icon={Monitor} aria-pressed={!isPhone} onClick={() => setIsPhone(false)}>
          Desktop
        </Button>
        <Button tone="quiet" icon={Smartphone} aria-pressed={isPhone} onClick={() => setIsPhone(true)}>
          Phone
        </Button>
        <a href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden />
          <span className={styles.hidden}>Open the preview in a tab of its own</span>
        </a>
      </div>
      <div className={styles.frame} data-phone={isPhone || undefined}>
        <iframe key={url} src={url} title="The page as shoppers would see it" />
      </div>
    </section>
  );
}
