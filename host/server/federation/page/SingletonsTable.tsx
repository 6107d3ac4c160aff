import type { Overview } from '../readOverview';
import { Table } from './parts';

/** Versions of shared singletons: what each host provides and each live release requires. */
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
      title="Singletons"
      columns={[
        'Singleton',
        ...hosts.map(({ version }) => `host ${version} provides`),
        ...live.map(({ remote }) => `${remote} requires`),
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
