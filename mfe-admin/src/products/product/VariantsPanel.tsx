import type { ProductField, StaffProduct } from '@shop/contracts';
import { ArrowDown, ArrowUp, Boxes, ListPlus, Plus, Trash2 } from 'lucide-react';
import { memo, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { FormPageState } from '../../form/useFormPage';
import { useModLabel } from '../../frame/useModLabel';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import {
  addVariants,
  cleanPart,
  isNewVariant,
  joinLines,
  moveLine,
  readVariant,
  splitLines,
  writeVariant,
  type VariantParts,
} from './lines';
import { LABELS, readPrice } from './checkField';
import styles from './VariantsPanel.module.css';

type Cell = 'name' | 'sku' | 'price' | 'measure';

const CELL_LABELS: Readonly<Record<Cell, string>> = { name: 'Variant', sku: 'SKU', price: 'Price', measure: 'Weight' };

interface RowActions {
  readonly change: (index: number, parts: Partial<VariantParts>) => void;
  readonly move: (index: number, to: number) => void;
  readonly remove: (index: number) => void;
  readonly stock: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

interface RowProps {
  readonly line: string;
  readonly index: number;
  readonly isLast: boolean;
  readonly cells: readonly Cell[];
  readonly pictures: readonly { readonly value: string; readonly label: string }[];
  /** Undefined until the variant is saved. */
  readonly stock: number | undefined;
  readonly held: number;
  readonly actions: RowActions;
}

const isWrong = (cell: Cell, text: string): boolean => {
  if (cell === 'measure') return false;
  return cell === 'price' ? readPrice(text) === 0 : text.trim() === '';
};

/** Drawn again only if its own line changes: a hundred rows stay fast. */
const Row = memo(function Row({ line, index, isLast, cells, pictures, stock, held, actions }: RowProps) {
  const parts = readVariant(line);
  const title = parts.name.trim() || `row ${index + 1}`;
  return (
    <tr>
      {cells.map((cell) => (
        <td key={cell} data-label={CELL_LABELS[cell]}>
          <input
            aria-label={`${CELL_LABELS[cell]}, row ${index + 1}`}
            aria-invalid={isWrong(cell, parts[cell]) || undefined}
            data-row={index}
            data-cell={cell}
            className={styles.cell}
            autoComplete="off"
            inputMode={cell === 'price' ? 'decimal' : undefined}
            maxLength={cell === 'name' ? 80 : 64}
            placeholder={cell === 'measure' ? '500 g' : undefined}
            value={parts[cell]}
            onChange={({ target }) => actions.change(index, { [cell]: target.value })}
            onKeyDown={actions.onKeyDown}
            onPaste={actions.onPaste}
          />
        </td>
      ))}
      <td data-label="Stock">
        {stock === undefined ? (
          <span className={styles.muted}>after saving</span>
        ) : (
          <button type="button" className={styles.stock} onClick={() => actions.stock(parts.id)}>
            {stock}
            {held > 0 && <small> + {held} held</small>}
            <span className={styles.hidden}>, change the stock of {title}</span>
          </button>
        )}
      </td>
      <td data-label="Picture">
        <select
          aria-label={`Picture, row ${index + 1}`}
          className={styles.cell}
          value={parts.image}
          onChange={({ target }) => actions.change(index, { image: target.value })}
        >
          {pictures.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td className={styles.acts}>
        <button
          type="button"
          aria-label={`Move ${title} up`}
          aria-disabled={index === 0 || undefined}
          onClick={() => actions.move(index, index - 1)}
        >
          <ArrowUp aria-hidden />
        </button>
        <button
          type="button"
          aria-label={`Move ${title} down`}
          aria-disabled={isLast || undefined}
          onClick={() => actions.move(index, index + 1)}
        >
          <ArrowDown aria-hidden />
        </button>
        <button type="button" aria-label={`Remove ${title}`} onClick={() => actions.remove(index)}>
          <Trash2 aria-hidden />
        </button>
      </td>
    </tr>
  );
});

/** Moves to a cell of another row or column. Returns false where there is none. */
const focusCell = (table: Element | null | undefined, row: number, cell: string): boolean => {
  const input = table?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-cell="${cell}"]`);
  input?.focus();
  input?.select();
  return input !== null && input !== undefined;
};

interface VariantsPanelProps {
  readonly form: FormPageState<ProductField>;
  readonly stock: StaffProduct['stock'];
  /** Whether the storefront sells by weight. */
  readonly isWeighed: boolean;
  readonly pictures: readonly { readonly value: string; readonly label: string }[];
  readonly onStock: (id: string) => void;
  readonly onOptions: () => void;
}

/** Variants as one grid: arrows and Enter move between cells, and rows of a spreadsheet are pasted into them. */
export function VariantsPanel({ form, stock, isWeighed, pictures, onStock, onOptions }: VariantsPanelProps) {
  const text = form.values.variants;
  const lines = splitLines(text);
  const [said, setSaid] = useState('');
  const table = useRef<HTMLTableElement>(null);
  const cells = useMemo<readonly Cell[]>(
    () => ['name', 'sku', 'price', ...(isWeighed ? (['measure'] as const) : [])],
    [isWeighed],
  );
  const write = (next: readonly string[]): void => form.change('variants', joinLines(next));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, altKey, currentTarget: input } = event;
    const { row = '0', cell = 'name' } = input.dataset;
    const index = Number(row);
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      return move(index, index + (key === 'ArrowUp' ? -1 : 1), cell);
    }
    const [start, end] = [input.selectionStart, input.selectionEnd];
    const column = cells.indexOf(cell as Cell);
    const isAtStart = end === 0 || (start === 0 && end === input.value.length);
    const isAtEnd = start === input.value.length || (start === 0 && end === input.value.length);
    const to = {
      ArrowUp: [index - 1, cell],
      ArrowDown: [index + 1, cell],
      Enter: [index + 1, cell],
      ...(isAtStart && { ArrowLeft: [index, cells[column - 1]] }),
      ...(isAtEnd && { ArrowRight: [index, cells[column + 1]] }),
    }[key] as readonly [number, string | undefined] | undefined;
    if (!to || event.nativeEvent.isComposing) return;
    if ((to[1] !== undefined && focusCell(table.current, to[0], to[1])) || key === 'Enter') event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text/plain').replaceAll('\r', '').replace(/\n$/, '');
    if (!/[\t\n]/.test(pasted)) return;
    event.preventDefault();
    const { row = '0', cell = 'name' } = event.currentTarget.dataset;
    const first = Number(row);
    const column = cells.indexOf(cell as Cell);
    const rows = pasted.split('\n').map((line) => line.split('\t'));
    const missing = Math.max(0, first + rows.length - lines.length);
    const next = [
      ...addVariants(
        lines,
        Array.from({ length: missing }, () => ({})),
      ),
    ];
    rows.forEach((values, offset) => {
      const parts = readVariant(next[first + offset] ?? '');
      const filled: Partial<Record<Cell, string>> = {};
      values.forEach((value, at) => {
        const name = cells[column + at];
        if (name) filled[name] = cleanPart(value);
      });
      next[first + offset] = writeVariant({ ...parts, ...filled });
    });
    write(next);
    setSaid(`${rows.length} rows filled.`);
  };
  const move = (index: number, to: number, cell?: string): void => {
    if (to < 0 || to >= lines.length) return;
    write(moveLine(lines, index, to));
    setSaid(`${readVariant(lines[index] ?? '').name || `Row ${index + 1}`} is row ${to + 1} of ${lines.length} now.`);
    // The cell goes along with its row.
    if (cell !== undefined) requestAnimationFrame(() => focusCell(table.current, to, cell));
  };
  const latest = useRef<RowActions>(undefined);
  latest.current = {
    change: (index, parts) => {
      const cleaned = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, cleanPart(part)]));
      write(lines.map((line, at) => (at === index ? writeVariant({ ...readVariant(line), ...cleaned }) : line)));
    },
    move,
    remove: (index) => {
      write(lines.filter((_line, at) => at !== index));
      setSaid(`${readVariant(lines[index] ?? '').name || `Row ${index + 1}`} is removed.`);
      requestAnimationFrame(() => focusCell(table.current, Math.max(0, Math.min(index, lines.length - 2)), 'name'));
    },
    stock: onStock,
    onKeyDown,
    onPaste,
  };
  const actions = useMemo<RowActions>(
    () => ({
      change: (...given) => latest.current?.change(...given),
      move: (...given) => latest.current?.move(...given),
      remove: (...given) => latest.current?.remove(...given),
      stock: (...given) => latest.current?.stock(...given),
      onKeyDown: (event) => latest.current?.onKeyDown(event),
      onPaste: (event) => latest.current?.onPaste(event),
    }),
    [],
  );
  const pieces = useMemo(() => new Map(stock.map((each) => [each.variant_id, each])), [stock]);
  const add = (): void => {
    write(
      addVariants(lines, [{ price: lines.length === 0 ? form.values.price : readVariant(lines.at(-1) ?? '').price }]),
    );
    requestAnimationFrame(() => focusCell(table.current, lines.length, 'name'));
  };
  const alt = useModLabel()('') === '⌘' ? '⌥' : 'Alt';
  const { error } = form.field('variants');
  return (
    <Panel
      title="Variants"
      action={
        <>
          <Button icon={ListPlus} onClick={onOptions}>
            Options
          </Button>
          <Button icon={Plus} onClick={add}>
            Add variant
          </Button>
        </>
      }
    >
      <fieldset name="variants" tabIndex={-1} className={styles.grid} aria-label="Variants">
        {lines.length === 0 ? (
          <p className={styles.none}>
            <Boxes aria-hidden /> It is sold as it is. Sizes, colors or packs are its variants, each with an SKU, a
            price and a stock of its own.
          </p>
        ) : (
          <>
            <div className={styles.label}>
              <Field
                label={LABELS.variant_label}
                {...form.field('variant_label')}
                placeholder="Ring size"
                maxLength={40}
                autoComplete="off"
                onChange={({ target }) => form.change('variant_label', target.value)}
                onBlur={() => form.leave('variant_label')}
              />
            </div>
            <div className={styles.scroll}>
              <table ref={table} className={styles.table}>
                <thead>
                  <tr>
                    {cells.map((cell) => (
                      <th key={cell} scope="col">
                        {CELL_LABELS[cell]}
                      </th>
                    ))}
                    <th scope="col">Stock</th>
                    <th scope="col">Picture</th>
                    <th scope="col">
                      <span className={styles.hidden}>Row</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line, index) => {
                    const { id } = readVariant(line);
                    const own = isNewVariant(id) ? undefined : pieces.get(id);
                    return (
                      <Row
                        // A new variant gets its id when it is saved, while somebody types in its row.
                        key={index}
                        line={line}
                        index={index}
                        isLast={index === lines.length - 1}
                        cells={cells}
                        pictures={pictures}
                        stock={own?.stock}
                        held={own?.held ?? 0}
                        actions={actions}
                      />
                    );
                  })}
                </tbody>
              </table>
            </div>
            <p className={styles.keys}>
              <kbd>Enter</kbd> next row, <kbd>{alt} ↑</kbd> <kbd>{alt} ↓</kbd> move the row. Rows that are copied from a
              spreadsheet fill the cells.
            </p>
          </>
        )}
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <p role="status" className={styles.hidden}>
          {said}
        </p>
      </fieldset>
    </Panel>
  );
}
