import type { FormPageState } from './useFormPage';
import styles from './ConflictTable.module.css';

interface ConflictTableProps<Name extends string> {
  readonly form: FormPageState<Name>;
  readonly labels: Readonly<Record<Name, string>>;
}

const show = (value: string): string => (value === '' ? 'Nothing' : value);

/** Fields that two people have changed: both values side by side, to choose from. */
export function ConflictTable<Name extends string>({ form, labels }: ConflictTableProps<Name>) {
  const { names, conflicts, values, change } = form;
  const shown = names.flatMap((name) => {
    const conflict = conflicts[name];
    return conflict === undefined ? [] : [{ name, ...conflict }];
  });
  if (shown.length === 0) return null;
  return (
    <div className={styles.banner} role="alert">
      <p>
        <b>Somebody else has saved this meanwhile.</b> Nothing that you typed is lost, and the other fields are up to
        date. Choose, then save.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved by them</th>
            <th scope="col">Yours, not saved</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, theirs, mine }) => (
            <tr key={name}>
              <th scope="row">{labels[name]}</th>
              {[
                { value: theirs, who: 'Theirs' },
                { value: mine, who: 'Yours' },
              ].map(({ value, who }) => (
                <td key={who}>
                  <label>
                    <input
                      type="radio"
                      name={`conflict-${name}`}
                      aria-label={`${labels[name]}, ${who.toLowerCase()}: ${show(value)}`}
                      checked={values[name] === value}
                      onChange={() => change(name, value)}
                    />
                    <span>{show(value)}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
