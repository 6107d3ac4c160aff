import type { StaffCustomer } from '@shop/contracts';
import { describeAddress } from '@shop/contracts/describeAddress';
import { Panel } from '../parts/Panel';
import styles from './CustomerPage.module.css';

const describeWays = ({ password, google }: StaffCustomer['ways']): string =>
  [...(password ? ['Password'] : []), ...(google ? ['Google'] : [])].join(' and ');

/** How to reach a customer, and where their parcels go. */
export function ContactPanels({ customer: { email, phone, ways, addresses } }: { readonly customer: StaffCustomer }) {
  return (
    <>
      <Panel title="Contact">
        <dl className={styles.facts}>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
          {phone !== '' && (
            <>
              <dt>Phone</dt>
              <dd>
                <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
              </dd>
            </>
          )}
          <dt>Signs in with</dt>
          <dd>{describeWays(ways) || 'Codes'}</dd>
        </dl>
      </Panel>
      <Panel title="Addresses">
        {addresses.length === 0 && <p className={styles.muted}>None are saved.</p>}
        <div className={styles.addresses}>
          {addresses.map(({ id, label, ...address }) => (
            <div key={id}>
              <h3>{label || 'Address'}</h3>
              <address className={styles.address}>{describeAddress(address)}</address>
            </div>
          ))}
        </div>
      </Panel>
    </>
  );
}
