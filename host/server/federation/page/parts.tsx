import type { ReactNode } from 'react';

/** Who looks at the page, and what they may change. */
export interface Viewer {
  readonly name: string;
  readonly mayChange: (remote: string) => boolean;
}

export const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;

interface ActionProps {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly label: string;
  readonly strong?: boolean;
}

/** One button, one change. */
export function Action({ action, fields, label, strong = false }: ActionProps) {
  return (
    <form method="post" action={`/federation/${action}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={strong ? 'strong' : undefined}>
        {label}
      </button>
    </form>
  );
}

interface TableProps {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

/** A table under its heading; on a narrow screen it is moved sideways, also by keyboard. */
export function Table({ id, title, columns, children }: TableProps) {
  return (
    <>
      <h2 id={id}>{title}</h2>
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
    </>
  );
}
