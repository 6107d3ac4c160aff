import { readText } from '../parts/readText';
import {
  acceptInvite,
  openInvite,
  ROLES,
  startInviteApp,
  startInvitePasskey,
  type Invitation,
  type StaffMe,
} from '@shop/contracts';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';
import { useAppDispatch } from '@shop/shared/state';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { meRead } from '../adminSlice';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { formatWhen } from '../parts/formatWhen';
import { LoadingRows } from '../parts/States';
import { useCall } from '../useApi';
import { Door } from './Door';
import { createPasskey } from './passkeys';
import styles from './Door.module.css';

const loadQrCode = async () => (await import(/* webpackChunkName: "admin-qr" */ './QrCode')).QrCode;
/** Without the picture there is still the key. */
const goOn = () => undefined;

type App = { readonly secret: string; readonly address: string };

/** The key is in the fragment, which no server gets; it leaves the address at once. */
const takeKey = (): string => {
  const key = new URLSearchParams(window.location.hash.slice(1)).get('key') ?? '';
  if (key !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return key;
};

/** Accepts an invitation: a name, and a passkey or an app for codes. */
export function InvitePage() {
  const call = useCall();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [key, setKey] = useState('');
  const [invitation, setInvitation] = useState<Invitation>();
  const [app, setApp] = useState<App>();
  const [codes, setCodes] = useState<{ readonly me: StaffMe; readonly list: readonly string[] }>();
  const [name, setName] = useState('');
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const QrCode = useOnDemand(app !== undefined, loadQrCode, goOn);

  useEffect(() => {
    const given = takeKey();
    if (given === '') return;
    setKey(given);
    void call(openInvite, { body: { key: given } }).then((result) => {
      if (result.ok) setInvitation(result.value.invitation);
      else setError(result.failure.message);
    });
  }, [call]);
  const isMissing = key === '' && error === undefined;

  const fail = (text: string): void => {
    setBusy(undefined);
    setError(text);
  };
  const enter = (me: StaffMe): void => {
    dispatch(meRead(me));
    void navigate('/admin', { replace: true });
  };
  const requireName = (): boolean => {
    setIsNameMissing(name.trim() === '');
    return name.trim() !== '';
  };
  const joinByPasskey = async (): Promise<void> => {
    if (!requireName()) return;
    setBusy('passkey');
    setError(undefined);
    const started = await call(startInvitePasskey, { body: { key, name: name.trim() } });
    if (!started.ok) return fail(started.failure.message);
    const passkey = await createPasskey(started.value.options);
    if (!passkey) return fail('No passkey was created. Try again, or use an app for codes.');
    const result = await call(acceptInvite, { body: { key, name: name.trim(), passkey } });
    return result.ok ? enter(result.value.me) : fail(result.failure.message);
  };
  const startApp = async (): Promise<void> => {
    if (!requireName()) return;
    setError(undefined);
    const result = await call(startInviteApp, { body: { key } });
    if (result.ok) setApp(result.value);
    else fail(result.failure.message);
  };
  const joinByApp = async (code: string): Promise<void> => {
    setBusy('app');
    setError(undefined);
    const result = await call(acceptInvite, { body: { key, name: name.trim(), code } });
    if (!result.ok) return fail(result.failure.message);
    return setCodes({ me: result.value.me, list: result.value.recovery_codes });
  };

  const problem = error !== undefined && (
    <p className={styles.error} role="alert">
      {error}
    </p>
  );
  if (codes)
    return (
      <Door
        title="Your recovery codes"
        text="Each lets you in once if you lose your phone. They are shown only now: print them, or keep them in a password manager."
      >
        <ul className={styles.codes}>
          {codes.list.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button tone="primary" block onClick={() => enter(codes.me)}>
          I have kept them
        </Button>
      </Door>
    );
  if (!invitation)
    return (
      <Door
        title="Your invitation"
        text={
          isMissing
            ? 'Open the link of your invitation: it is in the mail, or whoever runs the shop has it.'
            : 'One moment: it is being opened.'
        }
      >
        {problem}
        {!isMissing && error === undefined && <LoadingRows count={2} />}
      </Door>
    );
  return (
    <Door
      title="Join the back office"
      text={`You are invited as ${ROLES[invitation.role].name.toLowerCase()}${invitation.invited_by === '' ? '' : ` by ${invitation.invited_by}`}, with ${invitation.email}. The link ends ${formatWhen(invitation.expires_at)}.`}
    >
      {app ? (
        <form
          method="post"
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void joinByApp(readText(new FormData(event.currentTarget), 'code'));
          }}
        >
          <p className={styles.text}>
            Scan this with your app for codes, type the key into it, or{' '}
            <a className={styles.link} href={app.address}>
              open the app on this device
            </a>
            . Then enter the six digits that it shows.
          </p>
          <div className={styles.qr}>
            {QrCode && <QrCode text={app.address} label="QR code of the key below, for the camera of your app" />}
          </div>
          <p className={styles.secret}>{app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
          {problem}
          <Button tone="primary" type="submit" block busy={busy === 'app' && 'Joining'}>
            Join
          </Button>
          <Button tone="quiet" block onClick={() => setApp(undefined)}>
            Use a passkey instead
          </Button>
        </form>
      ) : (
        <form
          method="post"
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void joinByPasskey();
          }}
        >
          <Field
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={120}
            value={name}
            hint="Colleagues see it beside what you do."
            error={isNameMissing ? 'Enter your name: colleagues see it beside what you do.' : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {problem}
          <Button
            tone="primary"
            type="submit"
            block
            icon={KeyRound}
            busy={busy === 'passkey' && 'Waiting for your passkey'}
          >
            Join with a passkey
          </Button>
          <Button tone="quiet" block onClick={() => void startApp()}>
            Use an app for codes
          </Button>
        </form>
      )}
    </Door>
  );
}
