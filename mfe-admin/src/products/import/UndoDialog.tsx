import type { ImportRow } from '@shop/contracts';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { count } from './describeImport';

interface UndoDialogProps {
  readonly row: ImportRow;
  readonly onClose: () => void;
  readonly onUndo: () => void;
}

/** Asks before products leave the shop, with how many. */
export function UndoDialog({ row: { file, totals }, onClose, onUndo }: UndoDialogProps) {
  const { created, changed } = totals;
  return (
    <Dialog
      title={`Undo the import of ${file}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger" onClick={onUndo}>
            Undo the import
          </Button>
        </>
      }
    >
      {created > 0 && (
        <p>{`${count(created, 'new product')} will be deleted. What orders have is archived instead.`}</p>
      )}
      {changed > 0 && <p>{`${count(changed, 'changed product')} will be as before.`}</p>}
    </Dialog>
  );
}
