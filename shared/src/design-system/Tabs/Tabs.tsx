import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly label: string;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  /** Accessible name of the tab list. */
  readonly label: string;
  /** Controlled selection; by default the first tab is selected. */
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
  readonly look?: 'line' | 'pill' | 'caps';
  /** Tabs share the width evenly. */
  readonly even?: boolean;
  /** Renders the panel of the selected tab. */
  readonly renderPanel: (id: string) => ReactNode;
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Tabs with automatic activation (APG): arrows, Home and End move and select. */
export function Tabs({
  tabs,
  label,
  selected: controlled,
  onSelect,
  look = 'line',
  even = false,
  renderPanel,
}: TabsProps) {
  const baseId = useId();
  const [ownSelected, setOwn] = useState(tabs[0]?.id ?? '');
  const selected = controlled ?? ownSelected;
  const list = useRef<HTMLDivElement>(null);

  const select = (id: string): void => {
    setOwn(id);
    onSelect?.(id);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const next =
      step &&
      tabs[
        step(
          tabs.findIndex(({ id }) => id === selected),
          tabs.length - 1,
        )
      ];
    if (!next) return;
    event.preventDefault();
    select(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };

  return (
    <>
      <div
        ref={list}
        className={styles.tabs}
        data-look={look}
        data-even={even || undefined}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
      >
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${baseId}-${id}`}
            data-tab={id}
            aria-selected={id === selected}
            aria-controls={`${baseId}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => select(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`${baseId}-panel`}
        aria-labelledby={`${baseId}-${selected}`}
        tabIndex={0}
      >
        {renderPanel(selected)}
      </div>
    </>
  );
}
