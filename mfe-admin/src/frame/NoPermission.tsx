import { mayDo, ROLES, type Permission, type Role } from '@shop/contracts';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Panel } from '../parts/Panel';
import { EmptyState } from '../parts/States';
import { PageHead } from './PageHead';
import styles from './NoPermission.module.css';

const list = new Intl.ListFormat('en');

interface NoPermissionProps {
  readonly name: string;
  readonly needs: Permission;
  readonly role: Role;
}

/** A desk that somebody's role may not enter, as by a link of a colleague. */
export function NoPermission({ name, needs, role }: NoPermissionProps) {
  const roles = Object.keys(ROLES) as Role[];
  const entering = roles.filter((one) => mayDo(one, needs)).map((one) => ROLES[one].name);
  return (
    <>
      <PageHead title={name} />
      <Panel flush>
        <EmptyState
          icon={Lock}
          title={`You are signed in as ${ROLES[role].name}`}
          text={`This is for the ${entering.length === 1 ? 'role' : 'roles'} ${list.format(entering)}. Ask an owner if you need it for your work.`}
        >
          <Link to="/admin/account" className={styles.link}>
            What your role may do
          </Link>
        </EmptyState>
      </Panel>
    </>
  );
}
