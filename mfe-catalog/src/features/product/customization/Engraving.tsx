import type { ComponentProps } from 'react';
import { EngravedBand } from './EngravedBand';
import { EngravingForm } from './EngravingForm';

interface EngravingProps extends ComponentProps<typeof EngravingForm> {
  /** Whether the form is shown. */
  readonly open: boolean;
  /** The product's color. */
  readonly metal: string | undefined;
}

/** The form, and what was typed on the picture. */
export function Engraving({ open, metal, ...form }: EngravingProps) {
  const { chosen } = form;
  const engraving = chosen?.refuse ? undefined : chosen?.choices.engraving;
  return (
    <>
      {open && <EngravingForm {...form} />}
      {engraving && <EngravedBand {...engraving} metal={metal} />}
    </>
  );
}
