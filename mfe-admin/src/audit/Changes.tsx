import styles from './Changes.module.css';

type Fields = Readonly<Record<string, unknown>> | null;

const show = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Each field that changed, before and after. */
export function Changes({ before, after }: { readonly before: Fields; readonly after: Fields }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className={styles.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>
            {before !== null && name in before && (
              <>
                <del>{show(before[name])}</del>{' '}
              </>
            )}
            <ins>{show(after?.[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
