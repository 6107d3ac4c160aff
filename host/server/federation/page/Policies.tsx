import type { Policies as PoliciesShown } from '../readPolicies';
import { FreezeWindows } from './FreezeWindows';
import type { Viewer } from './parts';
import { Requests } from './Requests';
import { Webhooks } from './Webhooks';

interface PoliciesProps {
  readonly policies: PoliciesShown;
  readonly viewer: Viewer | undefined;
  readonly now: Date;
}

/** Pending requests, freeze windows and webhooks. */
export function Policies({ policies: { freezes, remotes, requests, webhooks }, viewer, now }: PoliciesProps) {
  return (
    <>
      <Requests requests={requests} viewer={viewer} />
      <FreezeWindows freezes={freezes} remotes={remotes} viewer={viewer} now={now} />
      {viewer && <Webhooks webhooks={webhooks} />}
    </>
  );
}
