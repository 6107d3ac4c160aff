import type { HomeDocument, HomeSection } from '@shop/contracts';
import { ArrowDown, ArrowUp, Eye, EyeOff, GripVertical } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { SECTION_NAMES } from './describeContent';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { SectionForm } from './SectionForm';
import { summarize } from './sectionFields';
import styles from './DocumentPage.module.css';

/** Hides a section, or shows it again. */
const toggle = (section: HomeSection): HomeSection => {
  if (section.hidden !== true) return { ...section, hidden: true };
  const shown = { ...section };
  delete shown.hidden;
  return shown;
};

interface HomeEditorProps {
  readonly document: HomeDocument;
  readonly errors: DocumentErrors;
  readonly onChange: (document: HomeDocument) => void;
}

/** The sections of a home page: moved, hidden and filled in. */
export function HomeEditor({ document, errors, onChange }: HomeEditorProps) {
  const { sections } = document;
  const [chosen, setChosen] = useState<HomeSection['kind']>();
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const section = sections.find(({ kind }) => kind === chosen) ?? sections[0];
  const write = (next: readonly HomeSection[]): void => onChange({ ...document, sections: next });

  const move = (from: number, to: number): void => {
    const moved = sections[from];
    if (!moved || to < 0 || to >= sections.length || from === to) return;
    const next = sections.filter((_section, at) => at !== from);
    next.splice(to, 0, moved);
    write(next);
    setSaid(`${SECTION_NAMES[moved.kind]}, now ${to + 1} of ${sections.length}`);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-kind="${moved.kind}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    move(index, index + step);
  };
  const hasErrors = (index: number): boolean =>
    Object.keys(errors).some((path) => path.startsWith(`sections.${index}.`));

  return (
    <>
      <Panel title="Sections" flush>
        <ol ref={list} className={styles.sections}>
          {sections.map((each, index) => {
            const name = SECTION_NAMES[each.kind];
            const isHidden = each.hidden === true;
            return (
              <li
                key={each.kind}
                draggable
                data-hidden={isHidden || undefined}
                onDragStart={() => setDragged(index)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => dragged !== undefined && move(dragged, index)}
              >
                <GripVertical aria-hidden />
                <button
                  type="button"
                  className={styles.section}
                  data-kind={each.kind}
                  data-path={`sections.${index}`}
                  aria-current={each.kind === section?.kind || undefined}
                  onClick={() => setChosen(each.kind)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  <b>{name}</b>
                  <span>{hasErrors(index) ? 'Something is to be corrected' : summarize(each)}</span>
                </button>
                <button
                  type="button"
                  className={styles.eye}
                  aria-label={isHidden ? `Show ${name}` : `Hide ${name}`}
                  onClick={() => {
                    const next = toggle(each);
                    write(sections.map((other) => (other === each ? next : other)));
                  }}
                >
                  {isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                </button>
              </li>
            );
          })}
        </ol>
        <p className={styles.keys}>
          Drag a section, or press <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> on it.
        </p>
        <p className={styles.hidden} role="status">
          {said}
        </p>
      </Panel>
      {section && (
        <Panel
          title={SECTION_NAMES[section.kind]}
          action={
            <span className={styles.acts}>
              <Button
                tone="quiet"
                icon={ArrowUp}
                disabled={section === sections[0]}
                onClick={() => move(sections.indexOf(section), sections.indexOf(section) - 1)}
              >
                Up
              </Button>
              <Button
                tone="quiet"
                icon={ArrowDown}
                disabled={section === sections.at(-1)}
                onClick={() => move(sections.indexOf(section), sections.indexOf(section) + 1)}
              >
                Down
              </Button>
            </span>
          }
        >
          <div key={section.kind} className={styles.form}>
            <SectionForm
              path={`sections.${sections.indexOf(section)}.`}
              value={section}
              errors={errors}
              onChange={(next) =>
                write(sections.map((each) => (each === section ? (next as unknown as HomeSection) : each)))
              }
            />
          </div>
        </Panel>
      )}
      <Panel title="Browser">
        <div className={styles.form}>
          <Field
            label="Title"
            name="title"
            maxLength={80}
            autoComplete="off"
            value={document.title}
            error={errors['title']}
            hint="On the browser’s tab and in search results, before the storefront’s name."
            onChange={({ target }) => onChange({ ...document, title: target.value })}
          />
        </div>
      </Panel>
    </>
  );
}
