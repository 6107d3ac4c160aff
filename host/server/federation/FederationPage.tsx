import { errorRate, p75, type HistoryEntry, type HostDescription, type Release, type Sums } from '@shop/federation/registry';
import type { ReactNode } from 'react';
import type { Overview, RemoteOverview, ShownRelease } from './readOverview';

/** Who looks at the page, and what they may change. */
export interface Viewer {
  readonly name: string;
  readonly mayChange: (remote: string) => boolean;
}

interface PageProps {
  readonly title: string;
  readonly styles: readonly string[];
  readonly children: ReactNode;
}

function Page({ title, styles, children }: PageProps) {
  return (
    <html lang="en" data-store="jewellery">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body className="federation">{children}</body>
    </html>
  );
}

const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;

interface ActionProps {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly label: string;
  readonly strong?: boolean;
}

/** One button, one change. */
function Action({ action, fields, label, strong = false }: ActionProps) {
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

function Health({ health }: { readonly health: Sums }) {
  if (health.visits === 0) return <span className="quiet">no visits in the last hour</span>;
  const failed = errorRate(health);
  const [lcp, inp] = [p75(health.lcp), p75(health.inp)];
  return (
    <span className={failed >= 1 ? 'bad' : 'good'}>
      {health.visits} visits, {failed.toFixed(1)} % failed{lcp === null ? '' : `, LCP ${lcp} ms`}
      {inp === null ? '' : `, INP ${inp} ms`}
    </span>
  );
}

function ReleaseName({ shown: { release, health } }: { readonly shown: ShownRelease }) {
  return (
    <>
      <b className="version">{release.version}</b>
      <br />
      <span className="quiet">
        {time(release.publishedAt)} by {release.publishedBy}, {kilobytes(release.sizes.page)}
      </span>
      <br />
      <Health health={health} />
    </>
  );
}

function LiveRow({ overview: { remote, live, canary, earlier }, viewer }: { readonly overview: RemoteOverview; readonly viewer: Viewer | undefined }) {
  const may = viewer?.mayChange(remote) ?? false;
  return (
    <tr>
      <th scope="row">
        {remote}
        <br />
        <span className="quiet">{(live ?? canary)?.release.mounts.join(' ')}</span>
      </th>
      <td>{live ? <ReleaseName shown={live} /> : 'nothing is live'}</td>
      <td>
        {canary ? (
          <>
            <span className="weight">{canary.weight} %</span> <ReleaseName shown={canary} />
          </>
        ) : (
          <span className="quiet">none</span>
        )}
      </td>
      <td className="actions">
        {may && canary && <Action action="promote" fields={{ remote, version: canary.release.version }} label="Make the canary live" strong />}
        {may && canary && <Action action="end-canary" fields={{ remote }} label="End the canary" />}
        {may && earlier !== undefined && <Action action="rollback" fields={{ remote, to: earlier }} label={`Roll back to ${earlier}`} />}
      </td>
    </tr>
  );
}

function Singletons({ hosts, remotes }: Pick<Overview, 'hosts' | 'remotes'>) {
  const live = remotes.flatMap((overview) => (overview.live ? [overview.live.release] : []));
  const names = [...new Set([...hosts.flatMap((host) => Object.keys(host.singletons)), ...live.flatMap((release) => Object.keys(release.requires))])].sort();
  return (
    <div className="scroll" tabIndex={0} role="region" aria-labelledby="singletons">
      <table>
        <thead>
          <tr>
            <th scope="col">Singleton</th>
            {hosts.map((host, index) => (
              <th scope="col" key={index}>
                host {host.version} provides
              </th>
            ))}
            {live.map(({ remote }) => (
              <th scope="col" key={remote}>
                {remote} needs
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {hosts.map((host, index) => (
                <td key={index}>{host.singletons[name] ?? '–'}</td>
              ))}
              {live.map(({ remote, requires }) => (
                <td key={remote}>{requires[name] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReleaseList({ overview: { remote, releases, live, canary }, viewer }: { readonly overview: RemoteOverview; readonly viewer: Viewer | undefined }) {
  const may = viewer?.mayChange(remote) ?? false;
  const markOf = ({ version }: Release): string => (version === live?.release.version ? 'live' : version === canary?.release.version ? `canary ${canary.weight} %` : '');
  return (
    <details>
      <summary>
        {remote}: {releases.length === 1 ? 'one release' : `${releases.length} releases`}
      </summary>
      <ul className="releases">
        {releases.map((release) => (
          <li key={release.version}>
            <span>
              <b className="version">{release.version}</b> <span className="quiet">{`${time(release.publishedAt)} by ${release.publishedBy}, ${kilobytes(release.sizes.page)}`}</span> <em>{markOf(release)}</em>
            </span>
            {may && markOf(release) === '' && <Action action="promote" fields={{ remote, version: release.version }} label="Make live" />}
          </li>
        ))}
      </ul>
    </details>
  );
}

const ACTIONS: Readonly<Record<HistoryEntry['action'], string>> = { promote: 'made live', rollback: 'rolled back', canary: 'canary', 'end-canary': 'canary ended' };

function HistoryRow({ entry: { at, by, action, reason, changes }, viewer, isPresent }: { readonly entry: HistoryEntry; readonly viewer: Viewer | undefined; readonly isPresent: boolean }) {
  const may = isPresent && changes.every(({ remote }) => viewer?.mayChange(remote));
  return (
    <tr>
      <td>
        <time dateTime={at}>{time(at)}</time>
      </td>
      <td>{ACTIONS[action]}</td>
      <td>
        {changes.map(({ remote, from, to, weight }) => (
          <div key={remote}>
            {remote}: {from ?? 'nothing'} → {to ?? 'nothing'}
            {weight === undefined ? '' : ` for ${weight} %`}
          </div>
        ))}
        {reason !== undefined && <span className={by === 'health' ? 'bad' : 'quiet'}>{reason}</span>}
      </td>
      <td>{by}</td>
      <td className="actions">{may && <Action action="take-back" fields={{ at }} label="Take back" />}</td>
    </tr>
  );
}

/** Whether all of a change is still as it made it, and can be taken back by one press. */
const isPresent = ({ action, changes }: HistoryEntry, remotes: Overview['remotes']): boolean =>
  (action === 'promote' || action === 'canary') &&
  changes.every(({ remote, channel, from, to }) => {
    const overview = remotes.find((one) => one.remote === remote);
    return channel === 'canary' ? overview?.canary?.release.version === to : overview?.live?.release.version === to && from !== null && overview.earlier === from;
  });

interface FederationPageProps {
  readonly overview: Overview;
  readonly viewer: Viewer | undefined;
  readonly styles: readonly string[];
  /** What came of the last press. */
  readonly message: { readonly text: string; readonly isError: boolean } | undefined;
  readonly now: Date;
}

const hostLine = (host: HostDescription): string => `Host ${host.version}, seen ${time(host.seenAt)}, speaks contract ${host.contracts.join(', ')}`;

/** Several servers of one host provide the same. */
const oneOfEachVersion = (hosts: readonly HostDescription[]): HostDescription[] => hosts.filter((host, index) => hosts.findIndex(({ version }) => version === host.version) === index);

/** The composition at a glance: what is live, how it does, what it shares, who changed it. */
export function FederationPage({ overview: { remotes, hosts: running, history }, viewer, styles, message, now }: FederationPageProps) {
  const hosts = oneOfEachVersion(running);
  return (
    <Page title="Federation" styles={styles}>
      <header>
        <h1>Federation</h1>
        <p className="quiet">
          {time(now.toISOString())} UTC. {hosts.map(hostLine).join('. ') || 'No host has said that it runs'}. <a href="/federation">Read again</a>, <a href="/.well-known/frontend-discovery.json">as JSON</a>.
        </p>
        {viewer ? (
          <div className="signed-in">
            Signed in as {viewer.name} <Action action="sign-out" fields={{}} label="Sign out" />
          </div>
        ) : (
          <SignIn />
        )}
      </header>
      <main>
        {message && (
          <p role={message.isError ? 'alert' : 'status'} className={message.isError ? 'message bad' : 'message good'}>
            {message.text}
          </p>
        )}
        <h2 id="live">Live</h2>
        <div className="scroll" tabIndex={0} role="region" aria-labelledby="live">
          <table>
            <thead>
              <tr>
                <th scope="col">Remote</th>
                <th scope="col">Live</th>
                <th scope="col">Canary</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {remotes.map((overview) => (
                <LiveRow key={overview.remote} overview={overview} viewer={viewer} />
              ))}
            </tbody>
          </table>
        </div>
        <h2 id="singletons">Shared once</h2>
        <Singletons hosts={hosts} remotes={remotes} />
        <h2>Releases</h2>
        {remotes.map((overview) => (
          <ReleaseList key={overview.remote} overview={overview} viewer={viewer} />
        ))}
        <h2 id="history">History</h2>
        <div className="scroll" tabIndex={0} role="region" aria-labelledby="history">
          <table>
            <thead>
              <tr>
                <th scope="col">When (UTC)</th>
                <th scope="col">What</th>
                <th scope="col">Releases</th>
                <th scope="col">Who</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {history.map((entry) => (
                <HistoryRow key={`${entry.at} ${entry.changes.map(({ remote }) => remote).join(' ')}`} entry={entry} viewer={viewer} isPresent={isPresent(entry, remotes)} />
              ))}
            </tbody>
          </table>
        </div>
      </main>
    </Page>
  );
}

function SignIn() {
  return (
    <form method="post" action="/federation/sign-in" className="sign-in">
      <label htmlFor="token">Token</label>
      <input id="token" name="token" type="password" autoComplete="current-password" required />
      <button type="submit">Sign in</button>
    </form>
  );
}

/** For whoever may not look yet. */
export function SignInPage({ styles, message }: Pick<FederationPageProps, 'styles' | 'message'>) {
  return (
    <Page title="Sign in | Federation" styles={styles}>
      <main>
        <h1>Federation</h1>
        {message && (
          <p role="alert" className="message bad">
            {message.text}
          </p>
        )}
        <SignIn />
      </main>
    </Page>
  );
}
