import type { ProductFeatures } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { useFormatPrice } from '@shop/shared/state';
import { useRef, useState } from 'react';
import type { Chosen } from '../../../parts/Chosen';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';

const loadEngraving = async () => (await import(/* webpackChunkName: "customization" */ './Engraving')).Engraving;

interface EngravingChoiceProps {
  /** Names of the chosen option and of the product's color. */
  readonly metal: string;
  readonly customization: NonNullable<ProductFeatures['customization']>;
  readonly chosen: Chosen | undefined;
  readonly onChoose: (chosen: Chosen | undefined) => void;
}

/** A button that says what is engraved and opens the form; what is typed is shown on a piece of the band. */
export function EngravingChoice({ metal, customization, chosen, onChoose }: EngravingChoiceProps) {
  const money = useFormatPrice();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const turn = (isOpen: boolean): void => {
    setOpen(isOpen);
    opener.current?.focus();
  };
  const Engraving = useOnDemand(open, loadEngraving, () => setOpen(false));
  const { engravingMaxLetters, engravingPrice } = customization;
  const text = chosen?.refuse ? undefined : chosen?.choices.engraving?.text;
  return (
    <>
      <Button ref={opener} variant="secondary" size="md" aria-expanded={open} onClick={() => setOpen(!open)}>
        Engraving{text ? `: “${text}”` : ` up to ${engravingMaxLetters} letters`}
        {engravingPrice ? `, ${money(engravingPrice)}` : ''}
      </Button>
      {Engraving && (
        <Engraving
          open={open}
          metal={metal}
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
