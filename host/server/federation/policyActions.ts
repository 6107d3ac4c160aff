import { parseRemoteField, type Fields, type PageAction } from './fields';
import { ALL_REMOTES } from './page/parts';

const parseRemotesField = ({ remotes = '' }: Fields) =>
  remotes === ALL_REMOTES ? [] : [parseRemoteField({ remote: remotes })];

/** A datetime-local field has no time zone; its label says UTC. */
const toUtcTime = (value: string | undefined): string => `${value ?? ''}Z`;

/** Handlers of the forms for freezes, approvals and webhooks. */
export const policyActions: Readonly<Record<string, PageAction>> = {
  freeze: async (access, fields) => {
    const { from, to } = await access.freeze({
      from: toUtcTime(fields['from']),
      to: toUtcTime(fields['to']),
      remotes: parseRemotesField(fields),
      reason: fields['reason'] ?? '',
    });
    return `Frozen from ${from} to ${to}.`;
  },
  'end-freeze': async (access, { id = '' }) => {
    await access.endFreeze(id);
    return 'The freeze has ended.';
  },
  approve: async (access, { id = '' }) => {
    const { request } = await access.approve(id);
    return `Approved: ${Object.entries(request.set)
      .map((pair) => pair.join(' '))
      .join(', ')}.`;
  },
  decline: async (access, { id = '' }) => {
    await access.decline(id);
    return 'The request was declined.';
  },
  'test-webhook': async (access, { id = '' }) => {
    const problem = await access.testWebhook(id);
    return problem === undefined ? 'The test was delivered.' : `The test was not delivered: ${problem}.`;
  },
  'remove-webhook': async (access, { id = '' }) => {
    await access.removeWebhook(id);
    return 'The webhook was removed.';
  },
};
