import type { Overview } from '../readOverview';
import { Table } from './parts';

/** Who shares which singleton at which version: what hosts provide, and what the live releases need. */
export function SingletonsTable({ hosts, remotes }: Pick<Overview, 'hosts' | 'remotes'>) {
  const live = remotes.flatMap((overview) => (overview.live ? [overview.live.release] : []));
  const names = [
    ...new Set([
      ...hosts.flatMap((host) => Object.keys(host.singletons)),
      ...live.flatMap((release) => Object.keys(release.requires)),
    ]),
  ].sort();
  return (
    <Table
      id="singletons"
      title="Shared once"
      columns={[
        'Singleton',
        ...hosts.map(({ version }) => `host ${version} provides`),
        ...live.map(({ remote }) => `${remote} needs`),
      ]}
    >
      {names.map((name) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {hosts.map(({ version, singletons }) => (
            <td key={version}>{singletons[name] ?? '–'}</td>
          ))}
          {live.map(({ remote, requires }) => (
            <td key={remote}>{requires[name] ?? '–'}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
