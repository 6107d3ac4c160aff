import { useId } from 'react';
import { getDescriptionProps, type FieldLabels } from './FieldFrame';

interface FieldProps extends FieldLabels {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly required?: boolean | undefined;
}

/** Splits the properties of a field into those of its frame and those of its control. */
export const useField = <P extends FieldProps>({
  label,
  error,
  hint,
  optional = false,
  id: givenId,
  className,
  required,
  ...rest
}: P) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const labels = { label, error, optional, ...(hint ? { hint } : {}) };
  return {
    frame: { ...labels, id, required, className },
    // Forms check with messages of their own (noValidate); the attribute tells browsers and assistive technology.
    control: { ...rest, id, required, ...getDescriptionProps(id, labels) },
  };
};
