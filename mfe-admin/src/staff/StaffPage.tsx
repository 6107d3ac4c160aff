import {
  changeStaff,
  inviteStaff,
  isRole,
  listStaff,
  ROLES,
  withdrawInvite,
  type Role,
  type StaffInvite,
  type StaffMember,
} from '@shop/contracts';
import { EMAIL_PATTERN } from '@shop/contracts/emailPattern';
import { useAppSelector } from '@shop/shared/state';
import { Ban, CircleCheck, KeyRound, Mail, Smartphone, UserPlus } from 'lucide-react';
import { use, useState } from 'react';
import { selectMe } from '../adminSlice';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { useKeys } from '../frame/useKeys';
import { DataList, type Column } from '../list/DataList';
import { useAddress } from '../list/useAddress';
import { Button } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Dialog } from '../parts/Dialog';
import { Choice, Field } from '../parts/Field';
import { formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import { RolesTable } from './RolesTable';
import { Sessions } from './Sessions';
import styles from './StaffPage.module.css';

const ROLE_OPTIONS = Object.entries(ROLES).map(([value, { name }]) => ({ value, label: name }));

const countSessions = (count: number): string => `${count} ${count === 1 ? 'session' : 'sessions'}`;

/** Who works here: invite, role, suspend, sessions. */
export function StaffPage() {
  const me = useAppSelector(selectMe);
  const { read, change } = useAddress();
  const { value, failure, loading, reload } = useLoaded(listStaff, {}, '');
  const [isInviting, setIsInviting] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  useKeys({ n: () => setIsInviting(true) });

  const update = async (member: StaffMember, body: { role?: Role; status?: StaffMember['status'] }): Promise<void> => {
    const result = await call(changeStaff, { params: { id: member.id }, body });
    if (result.ok) {
      const { role, status } = result.value.member;
      toast({
        text: `${member.name} is ${status === 'suspended' ? 'suspended' : ROLES[role].name.toLowerCase()} now.`,
      });
    } else toast({ text: result.failure.message, isError: true });
    reload();
  };
  const withdraw = async (invite: StaffInvite): Promise<void> => {
    const result = await call(withdrawInvite, { params: { id: invite.id } });
    toast(
      result.ok
        ? { text: `The invitation of ${invite.email} is withdrawn.` }
        : { text: result.failure.message, isError: true },
    );
    reload();
  };

  const openId = read('open');
  const columns: readonly Column<StaffMember>[] = [
    {
      id: 'name',
      label: 'Account',
      place: 'main',
      cell: ({ id, name, email }) => (
        <>
          <b>{name}</b> {id === me?.id && '(you)'} <span className={styles.muted}>{email}</span>
        </>
      ),
    },
    {
      id: 'role',
      label: 'Role',
      cell: (member) => (
        <select
          className={styles.role}
          aria-label={`Role of ${member.name}`}
          value={member.role}
          onChange={({ target }) => isRole(target.value) && void update(member, { role: target.value })}
        >
          {ROLE_OPTIONS.map(({ value: role, label }) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </select>
      ),
    },
    {
      id: 'way',
      label: 'Way in',
      cell: ({ ways }) =>
        ways.passkey ? (
          <Chip icon={KeyRound}>Passkey</Chip>
        ) : ways.app ? (
          <Chip icon={Smartphone}>Code app</Chip>
        ) : (
          <Chip icon={Ban} tone="bad">
            None
          </Chip>
        ),
    },
    {
      id: 'state',
      label: 'State',
      cell: ({ status }) =>
        status === 'active' ? (
          <Chip icon={CircleCheck} tone="live">
            Active
          </Chip>
        ) : (
          <Chip icon={Ban} tone="line">
            Suspended
          </Chip>
        ),
    },
    {
      id: 'seen',
      label: 'Last seen',
      place: 'none',
      cell: ({ last_seen_at: seen }) => (seen === null ? '–' : formatWhen(seen)),
    },
    {
      id: 'sessions',
      label: 'Sessions',
      cell: ({ id, name, sessions }) => (
        <Button
          tone="quiet"
          aria-expanded={openId === id}
          aria-label={`${countSessions(sessions)} of ${name}`}
          onClick={() => change({ open: openId === id ? '' : id })}
        >
          {countSessions(sessions)}
        </Button>
      ),
    },
    {
      id: 'act',
      label: 'Access',
      cell: (member) => (
        <Button
          tone={member.status === 'active' ? 'danger' : 'quiet'}
          onClick={() => void update(member, { status: member.status === 'active' ? 'suspended' : 'active' })}
          aria-label={`${member.status === 'active' ? 'Suspend' : 'Let in again'}: ${member.name}`}
        >
          {member.status === 'active' ? 'Suspend' : 'Let in again'}
        </Button>
      ),
    },
  ];

  const data = value?.data;
  return (
    <>
      <PageHead title="Staff" text="Staff accounts are never customer accounts, and none has a password.">
        <Button tone="primary" icon={UserPlus} shortcut="N" onClick={() => setIsInviting(true)}>
          Invite
        </Button>
      </PageHead>
      <div className={styles.stack}>
        <Panel title="People" flush>
          {failure && <FailedState failure={failure} onRetry={reload} />}
          {!data && loading && <LoadingRows count={4} />}
          {data && (
            <DataList
              label="People"
              rows={data.staff}
              columns={columns}
              getId={({ id }) => id}
              onOpen={(id) => change({ open: openId === id ? '' : id })}
              open={openId === '' ? undefined : { id: openId, details: <Sessions staffId={openId} onEnded={reload} /> }}
            />
          )}
        </Panel>
        {data && data.invites.length > 0 && (
          <Panel title="Invited" flush>
            <ul className={styles.invites}>
              {data.invites.map((invite) => (
                <li key={invite.id}>
                  <Chip icon={Mail} tone="wait">
                    Invited
                  </Chip>
                  <span>
                    <b>{invite.email}</b>, {ROLES[invite.role].name}
                  </span>
                  <span className={styles.muted}>Link ends {formatWhen(invite.expires_at)}</span>
                  <Button tone="quiet" onClick={() => void withdraw(invite)}>
                    Withdraw
                  </Button>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <RolesTable />
      </div>
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={(text) => {
            setIsInviting(false);
            toast({ text });
            reload();
          }}
        />
      )}
    </>
  );
}

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (text: string) => void;
}

function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [role, setRole] = useState('support');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const send = async (): Promise<void> => {
    if (!isRole(role)) return;
    if (!EMAIL_PATTERN.test(email.trim())) return setError('Enter an email address, such as name@example.com.');
    setBusy(true);
    const result = await call(inviteStaff, { body: { email: email.trim(), role } });
    setBusy(false);
    if (result.ok) onInvited(result.value.message);
    else setError(result.failure.fields['email'] ?? result.failure.message);
  };
  return (
    <Dialog
      title="Invite somebody"
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Sending'}>
            Send invitation
          </Button>
        </>
      }
    >
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="off"
        value={email}
        error={error}
        hint="The link in the mail works once, within 48 hours. It also renews a lost way in."
        onChange={(event) => setEmail(event.target.value)}
      />
      <Choice label="Role" name="role" value={role} options={ROLE_OPTIONS} onChange={setRole} />
    </Dialog>
  );
}
