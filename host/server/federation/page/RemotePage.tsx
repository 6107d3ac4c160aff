import type { ShownChange } from '../readOverview';
import type { RemoteDetails } from '../readRemoteDetails';
import { Document, MessageLine, type Message } from './Document';
import { HistoryTable } from './HistoryTable';
import { LiveTable } from './LiveTable';
import { PageNav } from './PageNav';
import type { Viewer } from './parts';
import { PreviewLinksTable } from './PreviewLinksTable';
import { ReleaseList } from './ReleaseList';
import { SignedIn } from './SignedIn';

interface RemotePageProps {
  readonly details: RemoteDetails;
  readonly changes: readonly ShownChange[];
  readonly viewer: Viewer | undefined;
  readonly styles: readonly string[];
  readonly message: Message | undefined;
}

const SECTIONS = [
  { href: '#live', label: 'Live' },
  { href: '#releases', label: 'Releases' },
  { href: '#history', label: 'History' },
];

/** The page of one remote: what is live with its health, its releases and its history. */
export function RemotePage({ details, changes, viewer, styles, message }: RemotePageProps) {
  const { overview, links } = details;
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
        <ReleaseList details={details} viewer={viewer} />
        <PreviewLinksTable links={links} viewer={viewer} view={remote} />
        <HistoryTable changes={changes} remotes={[overview]} viewer={viewer} view={remote} />
      </main>
    </Document>
  );
}
