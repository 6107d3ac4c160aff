import type { EngravingFont } from '@shop/contracts';
import { useState, type ComponentProps } from 'react';
import { EngravedBand } from './EngravedBand';
import { EngravingForm } from './EngravingForm';

interface EngravingProps extends Omit<ComponentProps<typeof EngravingForm>, 'font' | 'onFont' | 'children'> {
  /** Whether the form is shown. */
  readonly open: boolean;
  /** Names of the chosen option and of the product's color. */
  readonly metal: string;
}

/** The form, and what was typed as it is engraved. */
export function Engraving({ open, metal, ...form }: EngravingProps) {
  const [font, setFont] = useState<EngravingFont>('serif');
  const { chosen } = form;
  const text = chosen?.refuse ? undefined : chosen?.choices.engraving?.text;
  const band = <EngravedBand text={text} font={font} metal={metal} />;
  if (open)
    return (
      <EngravingForm {...form} font={font} onFont={setFont}>
        {band}
      </EngravingForm>
    );
  return text && band;
}
