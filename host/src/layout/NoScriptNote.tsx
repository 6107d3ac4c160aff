import { formatTelHref } from '@shop/shared/format';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import styles from './NoScriptNote.module.css';

/** Says above every page what to do in a browser without scripts: pages can be read, but nothing can be bought. */
export function NoScriptNote() {
  const { phone } = useAppSelector(selectStorefront).support;
  return (
    <noscript>
      <p className={styles.note}>
        {phone === '' ? (
          'Cart, checkout and account need JavaScript. Turn it on.'
        ) : (
          <>
            Cart, checkout and account need JavaScript. Turn it on, or order by phone:{' '}
            <a href={formatTelHref(phone)}>{phone}</a>.
          </>
        )}
      </p>
    </noscript>
  );
}
