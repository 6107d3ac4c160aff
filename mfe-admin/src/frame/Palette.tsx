import { useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../parts/Dialog';
import { Button } from '../parts/Button';
import styles from './Palette.module.css';

/** Something that the palette finds: a place or an action. */
export interface Command {
  readonly name: string;
  readonly hint?: string;
  readonly run: () => void;
}

interface PaletteProps {
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

const isFound = ({ name }: Command, words: readonly string[]): boolean =>
  words.every((word) => name.toLowerCase().includes(word));

/** Finds places and actions by a few letters: arrows choose, Enter does it. */
export function Palette({ commands, onClose }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = commands.filter((command) => isFound(command, text.toLowerCase().split(/\s+/)));
  const current = Math.min(chosen, found.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen((current + step + found.length) % Math.max(1, found.length));
  };
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
        aria-label="Place or action"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((command, index) => (
          <li
            key={command.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onClick={() => run(command)}
          >
            {command.name}
            {command.hint !== undefined && <kbd>{command.hint}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">Nothing has this name.</p>}
    </Dialog>
  );
}
