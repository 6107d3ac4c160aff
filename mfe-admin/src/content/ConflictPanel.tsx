import type { ContentDocument, StaffContent } from '@shop/contracts';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../parts/Button';
import { formatWhen } from '../parts/formatWhen';
import { Banner } from '../parts/States';
import { bringUp } from './bringUp';
import styles from './DocumentPage.module.css';

const MAX_SHOWN = 12;

/** The texts of a document by where they stand. */
const listTexts = (value: unknown, path = ''): (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => listTexts(each, path === '' ? name : `${path}.${name}`));
};

interface ConflictPanelProps {
  readonly mine: ContentDocument;
  readonly theirs: StaffContent;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/**
 * Somebody else has saved this page meanwhile: both versions, side by side, and a choice. It takes the focus when it
 * appears, and gives it back.
 */
export function ConflictPanel({ mine, theirs, onKeep, onTake }: ConflictPanelProps) {
  const [ours, others] = [new Map(listTexts(mine)), new Map(listTexts(theirs.document))];
  const differing = [...new Set([...ours.keys(), ...others.keys()])].filter(
    (path) => ours.get(path) !== others.get(path),
  );
  const last = theirs.draft ?? theirs.published;
  const panel = useRef<HTMLElement>(null);
  // Layout effects end while the panel is still there, which gives the focus back.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const { current } = panel;
    bringUp(current);
    return () => {
      if (activeElement instanceof HTMLElement && current?.contains(document.activeElement)) activeElement.focus();
    };
  }, []);
  return (
    <section ref={panel} tabIndex={-1} className={styles.conflict} role="alert" aria-label="Two versions">
      <Banner>
        {last
          ? `${last.by} saved this page meanwhile, ${formatWhen(last.at)}. Nothing of yours is lost.`
          : 'Somebody else has changed this page meanwhile. Nothing of yours is lost.'}
      </Banner>
      <table>
        <thead>
          <tr>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {differing.slice(0, MAX_SHOWN).map((path) => (
            <tr key={path}>
              <td>{ours.get(path) ?? '–'}</td>
              <td>{others.get(path) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.length > MAX_SHOWN && <p>{`And ${differing.length - MAX_SHOWN} more.`}</p>}
      <div className={styles.acts}>
        <Button onClick={onTake}>Take theirs</Button>
        <Button tone="primary" onClick={onKeep}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}
