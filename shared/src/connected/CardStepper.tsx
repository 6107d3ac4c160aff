import { MAX_QUANTITY } from '@shop/contracts/constants';
import { Quantity } from '../design-system/Quantity/Quantity';
import {
  cartItemAdded,
  cartQuantityChanged,
  notifyWithUndo,
  selectCartItems,
  useAppDispatch,
  useAppSelector,
  type CartItem,
} from '@shop/shared/state';
import { useEffect, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import styles from './CardStepper.module.css';

interface CardStepperProps {
  readonly productId: string;
  /** The product was just added by this card. */
  readonly justAdded: boolean;
  /** The card's button. */
  readonly children: ReactNode;
}

interface LineStepperProps extends Pick<CardStepperProps, 'justAdded'> {
  readonly line: CartItem;
  readonly onRemove: () => void;
}

function LineStepper({ line, justAdded, onRemove }: LineStepperProps) {
  const { id, name, quantity, measure, available = MAX_QUANTITY } = line;
  const dispatch = useAppDispatch();
  const stepper = useRef<HTMLDivElement>(null);

  // The button that was pressed, and had the focus, is gone.
  useEffect(() => {
    if (justAdded && document.activeElement === document.body)
      stepper.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true });
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- only when it replaces the button

  return (
    <div ref={stepper} className={styles.stepper}>
      <Quantity
        label={name}
        value={quantity}
        measure={measure}
        min={0}
        max={Math.min(available, MAX_QUANTITY)}
        onChange={(next) => (next > 0 ? dispatch(cartQuantityChanged({ id, quantity: next })) : onRemove())}
      />
    </div>
  );
}

/** The quantity of a card's product, if the cart has one line of it; otherwise the card's button. */
export function CardStepper({ productId, justAdded, children }: CardStepperProps) {
  const dispatch = useAppDispatch();
  const action = useRef<HTMLDivElement>(null);
  const lines = useAppSelector(selectCartItems).filter((item) => item.productId === productId);
  const [line] = lines;

  const remove = (): void => {
    if (!line) return;
    flushSync(() => dispatch(cartQuantityChanged({ id: line.id, quantity: 0 })));
    action.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    dispatch(notifyWithUndo(`${line.name} removed from your cart`, cartItemAdded(line)));
  };

  return (
    <div ref={action}>
      {line && lines.length === 1 ? (
        <LineStepper key={line.id} line={line} justAdded={justAdded} onRemove={remove} />
      ) : (
        children
      )}
    </div>
  );
}
