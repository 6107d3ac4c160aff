import type { PreviewLink } from '@shop/registry';
import { formatMinute } from './formats';
import { Action, Table, type Viewer } from './parts';

interface PreviewLinksTableProps {
  readonly links: readonly PreviewLink[];
  readonly viewer: Viewer | undefined;
  /** Set on the page of one remote, to return there. */
  readonly view?: string;
}

/** Links that are valid now, oldest first. Nothing is shown if there are none. */
export function PreviewLinksTable({ links, viewer, view }: PreviewLinksTableProps) {
  if (links.length === 0) return null;
  return (
    <Table
      id="links"
      title="Preview links"
      columns={['Release', 'Who', 'Valid until (UTC)', 'Change']}
      note="Anyone who has the link sees the release. A revoked link ends at once, also in browsers that have opened it."
    >
      {links.map(({ id, remote, version, by, until }) => (
        <tr key={id}>
          <th scope="row">{`${remote} ${version}`}</th>
          <td>{by}</td>
          <td>
            <time dateTime={until}>{formatMinute(until)}</time>
          </td>
          <td className="actions">
            {viewer?.canChange(remote) && (
              <Action
                action="revoke-link"
                fields={{ id, ...(view === undefined ? {} : { view }) }}
                label="Revoke"
                subject={`the link to ${remote} ${version}`}
              />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
