import type { HostDescription } from '@shop/registry';
import type { Overview } from '../readOverview';
import { Document, MessageLine, type Message } from './Document';
import { HistoryTable } from './HistoryTable';
import { LiveTable } from './LiveTable';
import { PageNav } from './PageNav';
import { formatTime } from './formats';
import type { Viewer } from './parts';
import { PreviewLinksTable } from './PreviewLinksTable';
import { SignedIn } from './SignedIn';
import { SingletonsTable } from './SingletonsTable';

interface FederationPageProps {
  readonly overview: Overview;
  /** Origin of the shop, if these pages have another one. */
  readonly shopUrl: string;
  readonly viewer: Viewer | undefined;
  readonly styles: readonly string[];
  readonly message: Message | undefined;
  readonly now: Date;
}

const formatHost = (host: HostDescription): string =>
  `Host ${host.version}, seen ${formatTime(host.seenAt)}, supports contract ${host.contracts.join(', ')}`;

/** Servers that run the same host version provide the same. */
const uniqueByVersion = (hosts: readonly HostDescription[]): HostDescription[] =>
  hosts.filter((host, index) => hosts.findIndex(({ version }) => version === host.version) === index);

const SECTIONS = [
  { href: '#live', label: 'Live' },
  { href: '#history', label: 'History' },
  { href: '#singletons', label: 'Singletons' },
];

/**
 * Overview of the composition: what is live, its health, its history, and which libraries are shared. Each remote also
 * has its own page.
 */
export function FederationPage({
  overview: { remotes, hosts: running, changes, links },
  shopUrl,
  viewer,
  styles,
  message,
  now,
}: FederationPageProps) {
  const hosts = uniqueByVersion(running);
  return (
    <Document title="Federation" styles={styles}>
      <header>
        <h1>Federation</h1>
        <p className="quiet">
          {formatTime(now.toISOString())} UTC. {hosts.map(formatHost).join('. ') || 'No host is running'}.{' '}
          <a href="/federation">Refresh</a>, <a href={`${shopUrl}/.well-known/frontend-discovery.json`}>as JSON</a>.
        </p>
        <SignedIn viewer={viewer} />
        <PageNav links={SECTIONS} />
      </header>
      <main>
        <MessageLine message={message} />
        <LiveTable remotes={remotes} viewer={viewer} />
        <PreviewLinksTable links={links} viewer={viewer} />
        <HistoryTable changes={changes} remotes={remotes} viewer={viewer} />
        <SingletonsTable hosts={hosts} remotes={remotes} />
      </main>
    </Document>
  );
}
