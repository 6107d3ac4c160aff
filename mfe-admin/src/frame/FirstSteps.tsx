import { getStaffSettings, listContent, listStaffProducts, type ContentKey } from '@shop/contracts';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../parts/Button';
import { Panel } from '../parts/Panel';
import { useLoaded } from '../useApi';
import styles from './FirstSteps.module.css';

const HIDDEN = 'admin-first-steps';

/** What a new shop needs before it sells, until all of it is done or its owner has no more use for the list. */
export default function FirstSteps() {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const settings = useLoaded(getStaffSettings, {}, '').value?.data;
  const content = useLoaded(listContent, {}, '').value?.data;
  const products = useLoaded(listStaffProducts, { query: { view: 'all' } }, '').value?.data;
  if (isHidden || !settings || !content || !products) return null;
  const isPublished = (...keys: ContentKey[]): boolean =>
    keys.every((key) => content.some((page) => page.key === key && page.published !== null));
  const steps = [
    {
      text: 'Name the shop, and say where you are',
      path: '/admin/settings?topic=shop',
      isDone: settings.shops.some(({ shop }) => shop.edited !== null),
    },
    {
      text: 'Choose how customers pay',
      path: '/admin/settings?topic=payments',
      isDone: settings.payments.edited !== null,
    },
    { text: 'Bring in goods and pictures', path: '/admin/products/import', isDone: products.items.length > 0 },
    { text: 'Write the home page, and publish it', path: '/admin/content', isDone: isPublished('home') },
    {
      text: 'Replace the terms, privacy, questions and about: they are those of an example',
      path: '/admin/content',
      isDone: isPublished('terms', 'privacy', 'faq', 'about'),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel
      title="First steps"
      flush
      action={
        <Button
          tone="quiet"
          onClick={() => {
            localStorage.setItem(HIDDEN, '1');
            setIsHidden(true);
          }}
        >
          Hide
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ text, path, isDone }) => (
          <li key={text} data-done={isDone || undefined}>
            <Link to={path}>
              {isDone ? <Check aria-label="Done:" /> : <Circle aria-hidden />}
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
