import { compareReleases, type FileDiff, type ListDiff, type NumberDiff, type Release } from '@shop/registry';
import { Document } from './Document';
import { formatKilobytes, formatKilobytesDelta } from './formats';
import { buildRemotePath, Table } from './parts';
import { ReleaseFacts } from './ReleaseFacts';

interface DiffPageProps {
  readonly from: Release;
  readonly to: Release;
  /** All versions of the remote, newest first. */
  readonly versions: readonly string[];
  readonly styles: readonly string[];
}

function VersionSelect({
  name,
  label,
  versions,
  chosen,
}: {
  readonly name: string;
  readonly label: string;
  readonly versions: readonly string[];
  readonly chosen: string;
}) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen}>
        {versions.map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </>
  );
}

const isUnchanged = (diff: ListDiff | undefined): boolean =>
  diff !== undefined && diff.added.length + diff.removed.length === 0;

function ListChanges({ diff }: { readonly diff: ListDiff | undefined }) {
  if (!diff) return <span className="quiet">not recorded in both releases</span>;
  return (
    <ul className="changes">
      {diff.added.map((item) => (
        <li key={`+${item}`} className="good">
          <span aria-hidden="true">+ </span>
          <span className="unseen">added: </span>
          <code>{item}</code>
        </li>
      ))}
      {diff.removed.map((item) => (
        <li key={`-${item}`} className="bad">
          <span aria-hidden="true">− </span>
          <span className="unseen">removed: </span>
          <code>{item}</code>
        </li>
      ))}
    </ul>
  );
}

interface NumberRowProps {
  readonly name: string;
  readonly diff: NumberDiff;
  readonly format: (value: number) => string;
  readonly formatDelta?: (value: number) => string;
}

function NumberRow({ name, diff: { before, after }, format, formatDelta }: NumberRowProps) {
  const renderValue = (value: number | undefined) =>
    value === undefined ? <span className="quiet">unknown</span> : format(value);
  const difference = before !== undefined && after !== undefined ? after - before : 0;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{renderValue(before)}</td>
      <td className="number">{renderValue(after)}</td>
      <td className="number">
        {before === after ? (
          <span className="quiet">unchanged</span>
        ) : formatDelta ? (
          <span className={difference > 0 ? 'bad' : 'good'}>{formatDelta(difference)}</span>
        ) : (
          'changed'
        )}
      </td>
    </tr>
  );
}

const KINDS: Readonly<Record<FileDiff['kind'], { readonly text: string; readonly className: string }>> = {
  added: { text: 'added', className: 'good' },
  removed: { text: 'removed', className: 'bad' },
  changed: { text: 'changed', className: '' },
};

/** Bytes of a file in both releases: "12.0 KB → 12.4 KB". Old releases do not record all sizes. */
function FileSize({
  kind,
  before,
  after,
}: {
  readonly kind: FileDiff['kind'];
  readonly before: number | undefined;
  readonly after: number | undefined;
}) {
  const text = (value: number | undefined): string => (value === undefined ? '?' : formatKilobytes(value));
  if (before === undefined && after === undefined) return <span className="quiet">–</span>;
  if (kind !== 'changed') return text(before ?? after);
  return `${text(before)} → ${text(after)}`;
}

function FileRow({ diff: { kind, name, before, after } }: { readonly diff: FileDiff }) {
  const difference = (after?.compressed ?? after?.bytes ?? 0) - (before?.compressed ?? before?.bytes ?? 0);
  const isKnown =
    (before === undefined || before.bytes !== undefined) && (after === undefined || after.bytes !== undefined);
  return (
    <tr>
      <th scope="row">
        <code className="breakable">{name}</code>
      </th>
      <td className={KINDS[kind].className}>{KINDS[kind].text}</td>
      <td className="number">
        <FileSize kind={kind} before={before?.bytes} after={after?.bytes} />
      </td>
      <td className="number">
        <FileSize kind={kind} before={before?.compressed} after={after?.compressed} />
      </td>
      <td className="number">{isKnown ? formatKilobytesDelta(difference) : <span className="quiet">unknown</span>}</td>
    </tr>
  );
}

/** Compares two releases of a remote. */
export function DiffPage({ from, to, versions, styles }: DiffPageProps) {
  const { remote } = to;
  const diff = compareReleases(from, to);
  const declared = [
    ['Mounts', diff.mounts],
    ['Routes', diff.routes],
    ['Widgets', diff.widgets],
    ['Slots', diff.slots],
    ['Store slices', diff.slices],
    ['Used routes', diff.usedRoutes],
    ['Used widgets', diff.usedWidgets],
    ['Required singletons', diff.requires],
    ['Singleton imports', diff.imports],
    ['Exposes', diff.exposes],
  ] as const;
  const fileGroups = [
    ['Browser files', 'web/'],
    ['Server files', 'node/'],
  ] as const;
  const formatBudget = (value: number): string => `${value} KB`;
  return (
    <Document title={`${remote} ${from.version} → ${to.version} | Federation`} styles={styles}>
      <header>
        <p className="crumbs">
          <a href="/federation">Federation</a> / <a href={buildRemotePath(remote)}>{remote}</a>
        </p>
        <h1>Changes in {remote}</h1>
        <form method="get" action="/federation/diff" className="choose">
          <input type="hidden" name="remote" value={remote} />
          <VersionSelect name="from" label="From" versions={versions} chosen={from.version} />
          <VersionSelect name="to" label="to" versions={versions} chosen={to.version} />
          <button type="submit">Compare</button>
        </form>
      </header>
      <main>
        <div className="both">
          {[from, to].map((release, index) => (
            <section key={index} aria-labelledby={`release-${index}`}>
              <h2 id={`release-${index}`}>
                {index === 0 ? 'From ' : 'To '}
                <span className="version">{release.version}</span>
              </h2>
              {release.source?.reason !== undefined && <p className="reason">{release.source.reason}</p>}
              <ReleaseFacts release={release} />
            </section>
          ))}
        </div>
        <Table
          id="sizes"
          title="Sizes and contract"
          note="Sizes are after brotli compression."
          columns={['Item', 'Before', 'After', 'Difference']}
        >
          <NumberRow name="Entry" diff={diff.sizes.entry} format={formatKilobytes} formatDelta={formatKilobytesDelta} />
          <NumberRow
            name="First page"
            diff={diff.sizes.page}
            format={formatKilobytes}
            formatDelta={formatKilobytesDelta}
          />
          <NumberRow name="Entry budget" diff={diff.budget.entry} format={formatBudget} />
          <NumberRow name="First page budget" diff={diff.budget.page} format={formatBudget} />
          <NumberRow name="Contract" diff={diff.contract} format={String} />
        </Table>
        <Table id="declared" title="Routes, widgets and requirements" columns={['Item', 'Difference']}>
          {declared
            .filter(([, list]) => !isUnchanged(list))
            .map(([name, list]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <ListChanges diff={list} />
                </td>
              </tr>
            ))}
          {declared.some(([, list]) => isUnchanged(list)) && (
            <tr>
              <th scope="row">Unchanged</th>
              <td className="quiet">
                {declared
                  .filter(([, list]) => isUnchanged(list))
                  .map(([name]) => name)
                  .join(', ')}
              </td>
            </tr>
          )}
        </Table>
        {fileGroups.map(([title, prefix]) => {
          const files = diff.files.filter(({ name }) => name.startsWith(prefix));
          return (
            <Table
              key={prefix}
              id={`files-${prefix.slice(0, -1)}`}
              title={title}
              columns={['File', 'Change', 'Size', 'Compressed', 'Difference']}
            >
              {files.map((file, index) => (
                <FileRow key={`${file.name} ${index}`} diff={{ ...file, name: file.name.slice(prefix.length) }} />
              ))}
              {files.length === 0 && (
                <tr>
                  <td colSpan={5}>No changes.</td>
                </tr>
              )}
            </Table>
          );
        })}
      </main>
    </Document>
  );
}
