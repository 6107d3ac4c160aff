import { mayDo, PERMISSIONS, ROLES, type Permission, type Role } from '@shop/contracts';
import { Check } from 'lucide-react';
import { Panel } from '../parts/Panel';
import styles from './RolesTable.module.css';

const roles = Object.entries(ROLES) as (readonly [Role, (typeof ROLES)[Role]])[];
const permissions = Object.entries(PERMISSIONS) as (readonly [Permission, string])[];

/** What each role may do. Roles are constants: nobody has to maintain them. */
export function RolesTable() {
  return (
    <Panel title="What each role may do" flush>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Roles">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {roles.map(([role, { name }]) => (
                <th key={role} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map(([permission, text]) => (
              <tr key={permission}>
                <th scope="row">{text}</th>
                {roles.map(([role]) => (
                  <td key={role}>
                    {mayDo(role, permission) ? <Check role="img" aria-label="Yes" /> : <span aria-label="No">–</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
