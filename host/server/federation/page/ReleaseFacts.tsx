import type { Release } from '@shop/registry';
import { getAudience } from '@shop/runtime/remotes';
import type { ReactNode } from 'react';
import { formatKilobytes, formatMinute, pluralize } from './formats';
import { parseHttpsUrl, parseCommit } from './sourceLinks';

const BYTES_PER_KB = 1_000;

export function Commit({ source }: { readonly source: NonNullable<Release['source']> }) {
  const commit = parseCommit(source);
  if (!commit) return null;
  const text = <code>{commit.text}</code>;
  return commit.href === undefined ? text : <a href={commit.href}>{text}</a>;
}

/** Link to the CI run. Anything but an https URL is shown as text. */
export function RunLink({ url }: { readonly url: string }) {
  const href = parseHttpsUrl(url);
  return href === undefined ? <span className="breakable">{url}</span> : <a href={href}>CI run</a>;
}

function Size({
  label,
  bytes,
  budget,
}: {
  readonly label: string;
  readonly bytes: number;
  readonly budget: number | undefined;
}) {
  if (budget === undefined) return formatKilobytes(bytes);
  return (
    <>
      {formatKilobytes(bytes)} <span className="quiet">of {budget} KB</span>{' '}
      <meter
        aria-label={`${label} of its budget`}
        min={0}
        max={budget * BYTES_PER_KB}
        high={budget * BYTES_PER_KB * 0.9}
        value={bytes}
      />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const CHECKS = { passed: 'passed', skipped: 'skipped' } as const;

/** Source, checks and sizes of a release. Old releases do not record all of them. */
export function ReleaseFacts({
  release: { audience, owner, publishedAt, publishedBy, source = {}, checks, trial, sizes, budget },
}: {
  readonly release: Release;
}) {
  return (
    <dl className="facts">
      <Fact name="Published">
        <time dateTime={publishedAt}>{formatMinute(publishedAt)}</time> by {publishedBy}
      </Fact>
      {owner !== undefined && <Fact name="Owner">{owner}</Fact>}
      <Fact name="Audience">{getAudience({ audience })}</Fact>
      {source.commit !== undefined && (
        <Fact name="Commit">
          <Commit source={source} />
          {source.author !== undefined && ` by ${source.author}`}
        </Fact>
      )}
      {source.url !== undefined && (
        <Fact name="Built by">
          <RunLink url={source.url} />
        </Fact>
      )}
      <Fact name="Types and tests">
        {checks === undefined ? (
          'run by the build'
        ) : (
          <span className={checks === 'skipped' ? 'bad' : 'good'}>{CHECKS[checks]}</span>
        )}
      </Fact>
      {trial && (
        <Fact name="Pages tested">
          {pluralize(trial.pages, 'page')}, in {trial.openedIn}
        </Fact>
      )}
      <Fact name="Entry">
        <Size label="Entry" bytes={sizes.entry} budget={budget?.entry} />
      </Fact>
      <Fact name="First page">
        <Size label="First page" bytes={sizes.page} budget={budget?.page} />
      </Fact>
    </dl>
  );
}
