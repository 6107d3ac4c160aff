import type { StaffOrder } from '@shop/contracts';
import { describeQuantity } from '@shop/contracts/describeMeasure';
import { listOpenLines, SUBSTITUTIONS, sumPicked } from './sumPicked';
import type { Sheets } from './useSheets';
import styles from './OrderSheets.module.css';

const nameCustomer = ({ order: { billing, shipping_address: shipping } }: StaffOrder): string => {
  const { firstName, lastName } = shipping ?? billing;
  return `${firstName} ${lastName}`;
};
const nameDelivery = ({ order: { delivery } }: StaffOrder): string =>
  delivery ? `${delivery.day}, ${delivery.hours}` : '';

function OpenLines({ order }: { readonly order: StaffOrder }) {
  return listOpenLines(order).map((line, index) => (
    <tr key={index}>
      <td className={styles.box} />
      <td>{describeQuantity(line.to_send, line.measure)}</td>
      <td>{line.name}</td>
      <td>{line.sku}</td>
      <td>{line.substitution ? SUBSTITUTIONS[line.substitution] : ''}</td>
    </tr>
  ));
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Packed</th>
        <th scope="col">Quantity</th>
        <th scope="col">Product</th>
        <th scope="col">SKU</th>
        <th scope="col">If it is missing</th>
      </tr>
    </thead>
  );
}

/** What is to be packed, of one order on a page. */
function Slip({ order }: { readonly order: StaffOrder }) {
  const { number, billing, shipping_address: shipping } = order.order;
  const { companyName, streetAddress, apartment, townCity, state, zipCode, country, phone } = shipping ?? billing;
  const address = [companyName, streetAddress, apartment, `${townCity}, ${state} ${zipCode}`, country, phone];
  return (
    <section className={styles.slip}>
      <h2>{number}</h2>
      <p>
        <b>{nameCustomer(order)}</b>
      </p>
      {address.map((line, index) => line.trim() !== '' && <p key={index}>{line}</p>)}
      {order.order.delivery && <p>Delivery: {nameDelivery(order)}</p>}
      {billing.orderNotes !== '' && <p>Note: {billing.orderNotes}</p>}
      <table>
        <Head />
        <tbody>
          <OpenLines order={order} />
        </tbody>
      </table>
    </section>
  );
}

/** What a delivery slot needs: sums by product first, then each order. */
function PickingList({ orders }: { readonly orders: readonly StaffOrder[] }) {
  const [first] = orders;
  return (
    <section className={styles.slip}>
      <h2>Picking list{first && `, ${nameDelivery(first)}`}</h2>
      <table>
        <Head />
        <tbody>
          {sumPicked(orders).map(({ name, sku, quantity, missing }) => (
            <tr key={`${sku} ${name} ${quantity}`}>
              <td className={styles.box} />
              <td>{quantity}</td>
              <td>{name}</td>
              <td>{sku}</td>
              <td>{missing}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {orders.map((order) => (
        <div key={order.order.number} className={styles.order}>
          <h3>
            {order.order.number}, {nameCustomer(order)}
          </h3>
          <table>
            <Head />
            <tbody>
              <OpenLines order={order} />
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}

/** Only on paper. */
export function OrderSheets({ sheets: { kind, orders } }: { readonly sheets: Sheets }) {
  return (
    <div className={styles.sheets}>
      {kind === 'picking' ? (
        <PickingList orders={orders} />
      ) : (
        orders.map((order) => <Slip key={order.order.number} order={order} />)
      )}
    </div>
  );
}
