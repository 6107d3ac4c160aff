import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../parts/Dialog';
import { Button } from '../parts/Button';
import styles from './Palette.module.css';

/** Something that the palette finds: an order, a place or an action. */
export interface Command {
  /** No other command has it. */
  readonly name: string;
  readonly text?: string;
  readonly hint?: string;
  readonly run: () => void;
}

interface PaletteProps {
  readonly commands: readonly Command[];
  /** Finds orders by number, email address or name; for who may see them. */
  readonly findOrders?: ((text: string) => Promise<readonly Command[]>) | undefined;
  readonly onClose: () => void;
}

/** Fewer letters find no orders. */
const MIN_SEARCH = 2;
const QUIET_MS = 150;

const isFound = ({ name }: Command, words: readonly string[]): boolean =>
  words.every((word) => name.toLowerCase().includes(word));

/** Returns the orders that the API finds for a text, as soon as nobody types. Answers to earlier texts are dropped. */
const useFoundOrders = (
  text: string,
  findOrders: PaletteProps['findOrders'],
): { readonly orders: readonly Command[]; readonly isSearching: boolean } => {
  const [found, setFound] = useState<{ readonly text: string; readonly orders: readonly Command[] }>();
  const find = useRef(findOrders);
  find.current = findOrders;
  const isSearch = findOrders !== undefined && text.length >= MIN_SEARCH;
  useEffect(() => {
    if (!isSearch) return undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      void find.current?.(text).then((orders) => {
        if (!isLate) setFound({ text, orders });
      });
    }, QUIET_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [text, isSearch]);
  const isKnown = found?.text === text;
  return { orders: isSearch && isKnown ? found.orders : [], isSearching: isSearch && !isKnown };
};

/** Finds orders, places and actions by a few letters: arrows choose, Enter does it. */
export function Palette({ commands, findOrders, onClose }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { orders, isSearching } = useFoundOrders(text.trim(), findOrders);
  const places = commands.filter((command) => isFound(command, text.toLowerCase().trim().split(/\s+/)));
  const found = [...orders, ...places];
  // Who has chosen nothing means the first one: a place stays the one that Enter opens when orders arrive above it.
  const first = places[0]?.name;
  const index = found.findIndex(({ name }) => name === (chosen ?? first));
  const current = Math.max(0, index);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(found[(current + step + found.length) % Math.max(1, found.length)]?.name);
  };
  const showGroup = (label: string, group: readonly Command[], from: number) =>
    group.length > 0 && (
      <div role="group" aria-labelledby={`${id}-${label}`}>
        <p id={`${id}-${label}`}>{label}</p>
        {group.map((command, place) => (
          <div
            key={command.name}
            id={`${id}-${from + place}`}
            role="option"
            aria-selected={from + place === current}
            onClick={() => run(command)}
          >
            <span>
              {command.name}
              {command.text !== undefined && <small> {command.text}</small>}
            </span>
            {command.hint !== undefined && <kbd>{command.hint}</kbd>}
          </div>
        ))}
      </div>
    );
  return (
    <Dialog
      title="Go to, or do"
      onClose={onClose}
      onSubmit={() => run(found[current])}
      actions={
        <Button tone="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <input
        className={styles.input}
        role="combobox"
        aria-label={findOrders ? 'Order, place or action' : 'Place or action'}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {showGroup('Orders', orders, 0)}
        {showGroup('Go to, or do', places, orders.length)}
      </div>
      <p role="status" className={found.length > 0 ? styles.hidden : undefined}>
        {orders.length > 0
          ? `${orders.length} ${orders.length === 1 ? 'order' : 'orders'} found`
          : found.length === 0 && !isSearching && 'Nothing has this name.'}
      </p>
    </Dialog>
  );
}
