import { ExternalLink, Monitor, Smartphone } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../parts/Button';
import styles from './DocumentPage.module.css';

/** Width of a page in pixels, as the frame shows it. */
const WIDTHS = { desktop: 1280, phone: 390 };

/** The shop's page with the draft, as shoppers would see it: a desktop's page is scaled to the room that there is. */
export function Preview({ url, note }: { readonly url: string; readonly note: string }) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const place = useRef<HTMLDivElement>(null);
  // Styles of scripts are allowed, those of attributes are not.
  useLayoutEffect(() => {
    const box = place.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const fit = (): void => {
      box.style.setProperty('--scale', String(Math.min(1, box.clientWidth / WIDTHS[device])));
      box.style.setProperty('--width', `${WIDTHS[device]}px`);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    return () => observer.disconnect();
  }, [device]);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewHead}>
        <h2>Preview</h2>
        <span role="status">{note}</span>
        <Button tone="quiet" icon={Monitor} aria-pressed={device === 'desktop'} onClick={() => setDevice('desktop')}>
          Desktop
        </Button>
        <Button tone="quiet" icon={Smartphone} aria-pressed={device === 'phone'} onClick={() => setDevice('phone')}>
          Phone
        </Button>
        <a href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden />
          <span className={styles.hidden}>Open the preview in a tab of its own</span>
        </a>
      </div>
      <div ref={place} className={styles.frame}>
        {/* It may not lead the back office away, nor open windows. */}
        <iframe
          key={url}
          src={url}
          title="The page as shoppers would see it"
          sandbox="allow-scripts allow-same-origin allow-forms"
        />
      </div>
    </section>
  );
}
