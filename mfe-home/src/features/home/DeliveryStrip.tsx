import { Scale, Timer, Truck, type LucideIcon } from 'lucide-react';
import { FoodDelivery } from '@shop/shared/connected/FoodDelivery';
import { Icon } from '@shop/shared/design-system/Icon';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { selectPlace, useAppSelector } from '@shop/shared/state';
import { selectDelivery } from '../../parts/deliverySlice';
import { listAreaNames } from '../../parts/listAreaNames';
import { PostcodeForm } from '../../parts/PostcodeForm';
import styles from './DeliveryStrip.module.css';

function Fact({ icon, title, text }: { readonly icon: LucideIcon; readonly title: string; readonly text: string }) {
  return (
    <li>
      <Icon icon={icon} />
      <span>
        {title}
        <small>{text}</small>
      </span>
    </li>
  );
}

/** The organic storefront's three features, and whether a van comes to a postal code. */
export function DeliveryStrip() {
  const { next, areas } = useAppSelector(selectDelivery);
  const { postcode } = useAppSelector(selectPlace);
  return (
    <Wrap>
      <section className={styles.strip} aria-label="Delivery">
        <ul>
          {next && <Fact icon={Truck} title={`${next.day}, ${next.hours}`} text="Our next open delivery time" />}
          <Fact icon={Timer} title="Freshness you can see" text="Days it keeps, counted from delivery" />
          <Fact icon={Scale} title="Buy by weight" text="The price of a kilogram beside every pack" />
        </ul>
        <div className={styles.place}>
          {areas.length > 0 && <p>We deliver to {listAreaNames(areas)}.</p>}
          {postcode === '' ? <PostcodeForm look="quiet" /> : <FoodDelivery />}
        </div>
      </section>
    </Wrap>
  );
}
