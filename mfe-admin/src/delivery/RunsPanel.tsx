import { Plus, Trash2 } from 'lucide-react';
import type { FormPageState } from '../form/useFormPage';
import { Button } from '../parts/Button';
import { Choice, Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { NEW_RUN, readRuns, writeRuns, type AreaField, type EditedRun } from './areaTexts';
import { describeHour, WEEKDAYS } from './describeDelivery';
import styles from './DeliveryPage.module.css';

const listHours = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    value: String(from + index),
    label: from + index === 24 ? 'Midnight' : describeHour(from + index),
  }));
const STARTS = listHours(0, 23);
const ENDS = listHours(1, 24);
const MAX_RUNS = 20;

/** When vans go: days, hours, how many orders, and until when these are taken. */
export function RunsPanel({ form }: { readonly form: FormPageState<AreaField> }) {
  const runs = readRuns(form.values.runs);
  const { error } = form.field('runs');
  const show = (next: readonly EditedRun[]): void => form.change('runs', writeRuns(next));
  const change = (index: number, changes: Partial<EditedRun>): void =>
    show(runs.map((run, at) => (at === index ? { ...run, ...changes } : run)));
  return (
    <Panel title="Runs">
      <fieldset name="runs" tabIndex={-1} className={styles.runs} aria-label="Runs">
        {runs.length === 0 && <p className={styles.muted}>No van goes there: shoppers find no slot.</p>}
        {runs.map((run, index) => {
          const name = `Run ${index + 1}`;
          return (
            <fieldset key={index} className={styles.run}>
              <legend>{name}</legend>
              <div className={styles.days} role="group" aria-label={`Days of run ${index + 1}`}>
                {WEEKDAYS.map((day, at) => (
                  <label key={day}>
                    <input
                      type="checkbox"
                      checked={run.weekdays.includes(at + 1)}
                      onChange={({ target }) =>
                        change(index, {
                          weekdays: WEEKDAYS.flatMap((_, one) =>
                            (one === at ? target.checked : run.weekdays.includes(one + 1)) ? [one + 1] : [],
                          ),
                        })
                      }
                    />
                    {day}
                  </label>
                ))}
              </div>
              <div className={styles.hours}>
                <Choice
                  label="From"
                  name={`from-${index}`}
                  value={String(run.from)}
                  options={STARTS}
                  onChange={(from) => change(index, { from: Number(from) })}
                />
                <Choice
                  label="To"
                  name={`to-${index}`}
                  value={String(run.to)}
                  options={ENDS}
                  onChange={(to) => change(index, { to: Number(to) })}
                />
                <Field
                  label="Orders at most"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={4}
                  value={run.capacity}
                  onChange={({ target }) => change(index, { capacity: target.value.trim() })}
                  onBlur={() => form.leave('runs')}
                />
                <Choice
                  label="Order until"
                  name={`hour-${index}`}
                  value={String(run.hour)}
                  options={STARTS}
                  onChange={(hour) => change(index, { hour: Number(hour) })}
                />
                <Field
                  label="Days before"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={2}
                  value={run.daysBefore}
                  onChange={({ target }) => change(index, { daysBefore: target.value.trim() })}
                  onBlur={() => form.leave('runs')}
                />
                <Button
                  tone="quiet"
                  icon={Trash2}
                  aria-label={`Delete run ${index + 1}`}
                  onClick={() => show(runs.filter((_, at) => at !== index))}
                />
              </div>
            </fieldset>
          );
        })}
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        {runs.length < MAX_RUNS && (
          <Button icon={Plus} onClick={() => show([...runs, runs.at(-1) ?? NEW_RUN])}>
            Add a run
          </Button>
        )}
      </fieldset>
    </Panel>
  );
}
