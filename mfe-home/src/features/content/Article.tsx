import { formatDay } from '@shop/shared/format';
import { RichText } from '../../parts/RichText';
import styles from './Article.module.css';
import type { PageText } from '@shop/shared/texts/readText';
import { splitSections } from './splitSections';

/** A long text with a table of contents. */
export function Article({ text: { body, updated } }: { readonly text: PageText }) {
  return (
    <div className={styles.columns}>
      <nav className={styles.contents} aria-label="On this page">
        <h2>On this page</h2>
        <ul>
          {splitSections(body, 2).sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <RichText text={body} />
        {updated && (
          <p className={styles.updated}>
            Last updated on <time dateTime={updated}>{formatDay(updated)}</time>
          </p>
        )}
      </div>
    </div>
  );
}
