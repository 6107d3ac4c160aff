import { readText } from '../parts/readText';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { TextField } from '../parts/Field';

interface RejectDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onReject: (reason: string) => void;
}

export function RejectDialog({ count, onClose, onReject }: RejectDialogProps) {
  const what = count === 1 ? 'this review' : `${count} reviews`;
  return (
    <Dialog
      title={`Reject ${what}`}
      onClose={onClose}
      onSubmit={(form) => onReject(readText(form, 'reason'))}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit">
            Reject {what}
          </Button>
        </>
      }
    >
      <TextField
        label="Reason, optional"
        name="reason"
        maxLength={200}
        hint="For colleagues: it is in the audit log, and the author does not see it."
      />
    </Dialog>
  );
}
