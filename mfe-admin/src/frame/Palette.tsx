import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../parts/Dialog';
import { Button } from '../parts/Button';
import styles from './Palette.module.css';

/** Something that the palette finds: an order, a product, a place or an action. */
export interface Command {
  /** No other command has it; the name by default. */
  readonly id?: string;
  readonly name: string;
  readonly text?: string;
  readonly hint?: string;
  readonly run: () => void;
}

/** What the API finds by a text. */
export interface PaletteSearch {
  /** "order". */
  readonly noun: string;
  readonly find: (text: string) => Promise<readonly Command[]>;
}

interface PaletteProps {
  readonly commands: readonly Command[];
  /** For who may see what they find. */
  readonly searches: readonly PaletteSearch[];
  readonly onClose: () => void;
}

/** Fewer letters find nothing of the API. */
const MIN_SEARCH = 2;
const QUIET_MS = 150;

const isFound = ({ name }: Command, words: readonly string[]): boolean =>
  words.every((word) => name.toLowerCase().includes(word));

interface Found {
  readonly text: string;
  /** By search. */
  readonly groups: readonly (readonly Command[])[];
}

/** Returns what the API finds for a text, as soon as nobody types. Answers to earlier texts are dropped. */
const useFound = (
  text: string,
  searches: readonly PaletteSearch[],
): { readonly groups: Found['groups']; readonly isSearching: boolean } => {
  const [found, setFound] = useState<Found>();
  const latest = useRef(searches);
  latest.current = searches;
  const isSearch = searches.length > 0 && text.length >= MIN_SEARCH;
  useEffect(() => {
    if (!isSearch) return undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      void Promise.all(latest.current.map(({ find }) => find(text))).then((groups) => {
        if (!isLate) setFound({ text, groups });
      });
    }, QUIET_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [text, isSearch]);
  const isKnown = found?.text === text;
  return { groups: isSearch && isKnown ? found.groups : [], isSearching: isSearch && !isKnown };
};

const idOf = ({ id, name }: Command): string => id ?? name;
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Finds orders, products, places and actions by a few letters: arrows choose, Enter does it. */
export function Palette({ commands, searches, onClose }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { groups, isSearching } = useFound(text.trim(), searches);
  const places = commands.filter((command) => isFound(command, text.toLowerCase().trim().split(/\s+/)));
  const results = groups.flat();
  const found = [...results, ...places];
  // Who has chosen nothing means the first one: a place stays the one that Enter opens when others arrive above it.
  const first = places[0] && idOf(places[0]);
  const index = found.findIndex((command) => idOf(command) === (chosen ?? first));
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
    const next = found[(current + step + found.length) % Math.max(1, found.length)];
    setChosen(next && idOf(next));
  };
  const showGroup = (label: string, group: readonly Command[], from: number) =>
    group.length > 0 && (
      <div role="group" aria-labelledby={`${id}-${label}`}>
        <p id={`${id}-${label}`}>{label}</p>
        {group.map((command, place) => (
          <div
            key={idOf(command)}
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
        aria-label={capitalize([...searches.map(({ noun }) => `${noun}, `), 'place or action'].join(''))}
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
        {searches.map(({ noun }, at) => (
          <Fragment key={noun}>
            {showGroup(`${capitalize(noun)}s`, groups[at] ?? [], groups.slice(0, at).flat().length)}
          </Fragment>
        ))}
        {showGroup('Go to, or do', places, results.length)}
      </div>
      <p role="status" className={found.length > 0 ? styles.hidden : undefined}>
        {results.length > 0
          ? `${searches
              .flatMap(({ noun }, at) => (groups[at]?.length ? count(groups[at].length, noun) : []))
              .join(' and ')} found`
          : found.length === 0 && !isSearching && 'Nothing has this name.'}
      </p>
    </Dialog>
  );
}
