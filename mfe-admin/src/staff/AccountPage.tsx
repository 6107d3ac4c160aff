import { PERMISSIONS, ROLES, signOutStaff } from '@shop/contracts';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { meRead, selectMe } from '../adminSlice';
import { PageHead } from '../frame/PageHead';
import { readTheme, setTheme, THEMES, type Theme } from '../frame/theme';
import { Button } from '../parts/Button';
import { Choice } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { useCall } from '../useApi';
import { MySessions } from './Sessions';
import styles from './AccountPage.module.css';

const THEME_OPTIONS = THEMES.map((value) => ({ value, label: value === 'system' ? 'As the system' : value }));

/** One's own account: what one may do, the theme, sessions. */
export function AccountPage() {
  const me = useAppSelector(selectMe);
  const dispatch = useAppDispatch();
  const call = useCall();
  const [theme, show] = useState<Theme>(readTheme);
  if (!me) return null;
  return (
    <>
      <PageHead title="My account" text={`${me.name}, ${me.email}`}>
        <Button icon={LogOut} onClick={() => void call(signOutStaff, {}).then(() => dispatch(meRead(null)))}>
          Sign out
        </Button>
      </PageHead>
      <div className={styles.stack}>
        <Panel title="Sessions">
          <MySessions />
        </Panel>
        <Panel title="Look">
          <Choice
            label="Theme"
            name="theme"
            value={theme}
            options={THEME_OPTIONS}
            onChange={(value) => {
              const next = THEMES.find((one) => one === value) ?? 'system';
              setTheme(next);
              show(next);
            }}
          />
        </Panel>
        <Panel title={`What the role ${ROLES[me.role].name} may do`}>
          <ul className={styles.list}>
            {me.permissions.map((permission) => (
              <li key={permission}>{PERMISSIONS[permission]}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
