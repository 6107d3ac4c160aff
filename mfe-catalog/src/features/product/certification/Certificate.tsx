import type { ProductFeatures } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { useState } from 'react';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';

const loadDialog = async () =>
  (await import(/* webpackChunkName: "certification" */ './CertificateDialog')).CertificateDialog;

interface CertificateProps {
  readonly certification: NonNullable<ProductFeatures['certification']>;
}

/** Laboratory and number of a report, and a button that opens its values. */
export function Certificate({ certification }: CertificateProps) {
  const [open, setOpen] = useState(false);
  const CertificateDialog = useOnDemand(open, loadDialog, () => setOpen(false));
  return (
    <div>
      {certification.laboratory}, report {certification.reportNumber}{' '}
      <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        View certificate
      </Button>
      {CertificateDialog && (
        <CertificateDialog certification={certification} open={open} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
