import type { ReactNode } from 'react';

/** The signed-in user and their permissions. */
export interface Viewer {
  readonly name: string;
  readonly isOperator: boolean;
  readonly canChange: (remote: string) => boolean;
}

interface ActionProps {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly label: string;
  /** Added to the accessible name, to tell equal buttons apart: "1.4.0". */
  readonly subject?: string;
  readonly strong?: boolean;
}

/** A form with one button that posts an action. */
export function Action({ action, fields, label, subject, strong = false }: ActionProps) {
  return (
    <form method="post" action={`/federation/${action}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={strong ? 'strong' : undefined}>
        {label}
        {subject !== undefined && <span className="unseen"> {subject}</span>}
      </button>
    </form>
  );
}

interface TableProps {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  /** Explanation below the heading. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A table with a heading. On narrow screens it scrolls sideways, also by keyboard. */
export function Table({ id, title, columns, note, children }: TableProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note !== undefined && <p className="quiet note">{note}</p>}
      <div className="scroll" tabIndex={0} role="region" aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

export const buildRemotePath = (remote: string): string => `/federation/${remote}`;
export const buildDiffPath = (remote: string, from: string, to: string): string =>
  `/federation/diff?${new URLSearchParams({ remote, from, to })}`;
