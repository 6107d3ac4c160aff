import type { ReactNode } from 'react';

/** Who looks at the page, and what they may change. */
export interface Viewer {
  readonly name: string;
  readonly isOperator: boolean;
  readonly canChange: (remote: string) => boolean;
}

interface ActionProps {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly label: string;
  /** What follows the label for those who hear one button after another: "1.4.0". */
  readonly subject?: string;
  readonly strong?: boolean;
}

/** One button, one change. */
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

/** The choice that stands for every remote: an operator's alone. */
export const ALL_REMOTES = 'all';

/** Which remotes a form is about: one of those that the viewer may change, or all. */
export function RemoteSelect({ remotes, viewer }: { readonly remotes: readonly string[]; readonly viewer: Viewer }) {
  return (
    <label>
      Remotes{' '}
      <select name="remotes">
        {viewer.isOperator && <option value={ALL_REMOTES}>all remotes</option>}
        {remotes.filter(viewer.canChange).map((remote) => (
          <option key={remote} value={remote}>
            {remote}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TableProps {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  /** Said under the heading: what the figures mean. */
  readonly note?: ReactNode;
  /** Shown before the table: the same as a picture. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A table under its heading; on a narrow screen it is moved sideways, also by keyboard. */
export function Table({ id, title, columns, note, lead, children }: TableProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note !== undefined && <p className="quiet note">{note}</p>}
      {lead}
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
