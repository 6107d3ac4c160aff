import type { ProductFeatures } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Modal } from '@shop/shared/design-system/Modal';
import { useState } from 'react';
import styles from '../ProductDescription.module.css';
import { findReportUrl } from './laboratories';

interface CertificateDialogProps {
  readonly certification: NonNullable<ProductFeatures['certification']>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A grading report: laboratory, number, values, and where to check it. */
export function CertificateDialog({ certification, open, onClose }: CertificateDialogProps) {
  const { laboratory, reportNumber, values = [] } = certification;
  const [message, setMessage] = useState('');
  const url = findReportUrl(certification);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(reportNumber);
      setMessage('The number is copied.');
    } catch {
      setMessage('This browser does not allow copying: select the number.');
    }
  };
  const rows = [{ name: 'Laboratory', value: laboratory }, { name: 'Report number', value: reportNumber }, ...values];
  return (
    <Modal open={open} onClose={onClose} label="Certificate">
      <div className={styles.sheet}>
        <h2 className={styles.title}>Grading report</h2>
        <table className={styles.table}>
          <tbody>
            {rows.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Button variant="secondary" size="md" onClick={() => void copy()}>
          Copy the number
        </Button>
        {url && (
          <a className={styles.link} href={url} target="_blank" rel="noreferrer">
            Check it at the laboratory (new tab)
          </a>
        )}
        <p role="status">{message}</p>
        <p>The report itself comes in the box.</p>
      </div>
    </Modal>
  );
}
