import type { ProductFeatures } from '@shop/shared/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { useFormatPrice } from '@shop/shared/state';
import { useRef, useState } from 'react';
import type { Chosen } from '../../../parts/Chosen';
import { useOnDemand } from '../../../parts/useOnDemand';

const loadForm = async () => (await import(/* webpackChunkName: "customization" */ './EngravingForm')).EngravingForm;

interface EngravingChoiceProps {
  readonly customization: NonNullable<ProductFeatures['customization']>;
  readonly chosen: Chosen | undefined;
  readonly onChoose: (chosen: Chosen | undefined) => void;
}

/** A button that says what is engraved and opens the form. */
export function EngravingChoice({ customization, chosen, onChoose }: EngravingChoiceProps) {
  const money = useFormatPrice();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const turn = (isOpen: boolean): void => {
    setOpen(isOpen);
    opener.current?.focus();
  };
  const EngravingForm = useOnDemand(open, loadForm, () => setOpen(false));
  const { engravingMaxLetters, engravingPrice } = customization;
  return (
    <>
      <Button ref={opener} variant="secondary" size="md" aria-expanded={open} onClick={() => setOpen(!open)}>
        Engraving{chosen ? `: “${chosen.choices.engraving?.text}”` : ` up to ${engravingMaxLetters} letters`}
        {engravingPrice ? `, ${money(engravingPrice)}` : ''}
      </Button>
      {open && EngravingForm && (
        <EngravingForm
          customization={customization}
          chosen={chosen}
          onChoose={onChoose}
          onDone={() => turn(false)}
          onRefuse={() => turn(true)}
        />
      )}
    </>
  );
}
