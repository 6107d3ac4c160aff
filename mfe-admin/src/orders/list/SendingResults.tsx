import { Link } from 'react-router-dom';
import { Button } from '../../parts/Button';
import { Banner } from '../../parts/States';
import { getOrderPath } from './describeOrder';
import type { SendingResult } from './useSending';
import styles from './OrdersPage.module.css';

interface SendingResultsProps {
  readonly result: SendingResult;
  readonly onClose: () => void;
}

/** How many were sent, and each that was not, by number. */
export function SendingResults({ result: { total, sent, failed, problem }, onClose }: SendingResultsProps) {
  return (
    <Banner>
      <div>
        <b>
          {sent} of {total} orders sent.
        </b>
        {problem !== '' && ` ${problem} What was not sent is still selected.`}
        {failed.length > 0 && (
          <ul className={styles.failed}>
            {failed.map(({ number, error }) => (
              <li key={number}>
                <Link to={getOrderPath(number)}>{number}</Link>: {error}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button onClick={onClose}>Close</Button>
    </Banner>
  );
}
