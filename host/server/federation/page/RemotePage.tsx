import type { HostDescription, Release } from '@shop/registry';
import { DeliverySection } from '../delivery/DeliverySection';
import type { ShownChange } from '../readOverview';
import type { RemoteDetails } from '../readRemoteDetails';
import { byRelease, listMarks, getPeriodStart, toSeries, type Period } from '../trends/toSeries';
import { TrendsSection } from '../trends/TrendsSection';
import { listUses } from '../uses/listUses';
import { UsesSection } from '../uses/UsesSection';
import { Document, MessageLine, type Message } from './Document';
import { HistoryTable } from './HistoryTable';
import { LiveTable } from './LiveTable';
import { PageNav } from './PageNav';
import { buildRemotePath, type Viewer } from './parts';
import { PreviewLinksTable } from './PreviewLinksTable';
import { ReleaseList } from './ReleaseList';
import { SignedIn } from './SignedIn';

interface RemotePageProps {
  readonly details: RemoteDetails;
  readonly changes: readonly ShownChange[];
  readonly hosts: readonly HostDescription[];
  /** Live releases of all remotes. */
  readonly live: readonly Release[];
  readonly viewer: Viewer | undefined;
  readonly styles: readonly string[];
  readonly message: Message | undefined;
  readonly period: Period;
  readonly now: Date;
}

const SECTIONS = [
  { href: '#live', label: 'Live' },
  { href: '#trends', label: 'Trends' },
  { href: '#releases', label: 'Releases' },

  { href: '#history', label: 'History' },
  { href: '#delivery', label: 'Delivery' },
  { href: '#uses', label: 'Dependencies' },
];

/** The page of one remote: its releases with their health, its dependencies and its history. */
export function RemotePage({ details, changes, hosts, live, viewer, styles, message, period, now }: RemotePageProps) {
  const { overview, history, hours, links } = details;
  const { remote } = overview;
  return (
    <Document title={`${remote} | Federation`} styles={styles}>
      <header>
        <p className="crumbs">
          <a href="/federation">Federation</a>
        </p>
        <h1>{remote}</h1>
        <SignedIn viewer={viewer} />
        <PageNav links={SECTIONS} />
      </header>
      <main>
        <MessageLine message={message} />
        <LiveTable remotes={[overview]} viewer={viewer} view={remote} />
        <TrendsSection
          series={toSeries(hours, period, now, byRelease(remote))}
          marks={listMarks(history, period, now, remote)}
          period={period}
          from={getPeriodStart(period, now)}
          path={buildRemotePath(remote)}
          groupedBy="release"
        />
        <ReleaseList details={details} viewer={viewer} />
        <PreviewLinksTable links={links} viewer={viewer} view={remote} />
        <HistoryTable changes={changes} remotes={[overview]} viewer={viewer} view={remote} />
        <DeliverySection history={history} remotes={[remote]} now={now} />
        <UsesSection graph={listUses(hosts, live)} only={remote} />
      </main>
    </Document>
  );
}
