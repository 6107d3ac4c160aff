import type { HostDescription } from '@shop/federation/registry';
import type { Overview } from '../readOverview';
import { Document, MessageLine, SignIn, type Message } from './Document';
import { HistoryTable } from './HistoryTable';
import { LiveTable } from './LiveTable';
import { Action, time, type Viewer } from './parts';
import { ReleaseLists } from './ReleaseLists';
import { SingletonsTable } from './SingletonsTable';

interface FederationPageProps {
  readonly overview: Overview;
  readonly viewer: Viewer | undefined;
  readonly styles: readonly string[];
  readonly message: Message | undefined;
  readonly now: Date;
}

const hostLine = (host: HostDescription): string => `Host ${host.version}, seen ${time(host.seenAt)}, speaks contract ${host.contracts.join(', ')}`;

/** Several servers of one host provide the same. */
const oneOfEachVersion = (hosts: readonly HostDescription[]): HostDescription[] => hosts.filter((host, index) => hosts.findIndex(({ version }) => version === host.version) === index);

/** The composition at a glance: what is live, how it does, what it shares, who changed it. */
export function FederationPage({ overview: { remotes, hosts: running, history }, viewer, styles, message, now }: FederationPageProps) {
  const hosts = oneOfEachVersion(running);
  return (
    <Document title="Federation" styles={styles}>
      <header>
        <h1>Federation</h1>
        <p className="quiet">
          {time(now.toISOString())} UTC. {hosts.map(hostLine).join('. ') || 'No host has said that it runs'}. <a href="/federation">Read again</a>, <a href="/.well-known/frontend-discovery.json">as JSON</a>.
        </p>
        {viewer ? (
          <div className="signed-in">
            Signed in as {viewer.name} <Action action="sign-out" fields={{}} label="Sign out" /> <Action action="sign-out-everywhere" fields={{}} label="Sign out everywhere" />
          </div>
        ) : (
          <SignIn />
        )}
      </header>
      <main>
        <MessageLine message={message} />
        <LiveTable remotes={remotes} viewer={viewer} />
        <SingletonsTable hosts={hosts} remotes={remotes} />
        <ReleaseLists remotes={remotes} viewer={viewer} />
        <HistoryTable history={history} remotes={remotes} viewer={viewer} />
      </main>
    </Document>
  );
}
