import { DEFAULT_LINK_HOURS } from '@shop/registry';
import { parseRemoteField, parseVersionField, type Fields, type PageAction } from './fields';

/** What the form of each button does, and how a page names it before it is done. */
interface Action {
  readonly describe: (fields: Fields) => string;
  readonly run: PageAction;
}

const nameRelease = ({ remote = '', version = '' }: Fields): string => `${remote} ${version}`;

/** Actions by the last part of the form's path. Each needs a sign-in within the last minutes. */
export const actions: Readonly<Record<string, Action>> = {
  promote: {
    describe: (fields) => `Promote ${nameRelease(fields)}`,
    run: async (access, fields) => {
      const [remote, version] = [parseRemoteField(fields), parseVersionField(fields['version'])];
      const { changed } = await access.promote({ set: { [remote]: version } });
      return `${remote} ${version} is ${changed ? 'now live' : 'already live'}.`;
    },
  },
  rollback: {
    describe: ({ remote = '', to = '' }) => `Roll ${remote} back to ${to}`,
    run: async (access, fields) => {
      const remote = parseRemoteField(fields);
      const { version } = await access.rollBack({ remote, to: parseVersionField(fields['to']) });
      return `${remote} was rolled back to ${version}.`;
    },
  },
  'end-canary': {
    describe: ({ remote = '' }) => `End the canary of ${remote}`,
    run: async (access, fields) => {
      const remote = parseRemoteField(fields);
      await access.endCanary({ remote });
      return `${remote} no longer has a canary.`;
    },
  },
  revert: {
    describe: () => 'Revert the change',
    run: async (access, { id = '' }) => {
      await access.revertChange({ id });
      return 'The change was reverted.';
    },
  },
  link: {
    describe: (fields) => `Create a preview link to ${nameRelease(fields)}`,
    run: async (access, fields) => {
      const [remote, version] = [parseRemoteField(fields), parseVersionField(fields['version'])];
      const { query, shopUrl = '' } = await access.createLink({ remote, version, hours: DEFAULT_LINK_HOURS });
      const mount =
        (await access.listReleases({ remote })).find((release) => release.version === version)?.mounts[0] ?? '/';
      return {
        text: `Anyone who opens this URL within ${DEFAULT_LINK_HOURS} hours sees ${remote} ${version} in their browser, with a link back to the live release.`,
        path: `${shopUrl}${mount}?${query}`,
      };
    },
  },
  'revoke-link': {
    describe: () => 'Revoke the preview link',
    run: async (access, { id = '' }) => {
      await access.revokeLink({ id });
      return 'The preview link was revoked.';
    },
  },
};
