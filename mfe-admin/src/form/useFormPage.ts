import { useRef, useState } from 'react';
import { mergeTheirs, type Typed, type Values } from './mergeTheirs';

interface FormPageOptions<Name extends string> {
  /** Where what is typed outlives a reload and a sign-in, in this tab. */
  readonly draft: string;
  /** As the server last said. If it changes, it is merged into what is typed. */
  readonly saved: Values<Name>;
  /** Returns the error of a field. */
  readonly check: (name: Name, values: Values<Name>) => string | undefined;
}

/** By field. */
type Errors = Readonly<Partial<Record<string, string>>>;

interface FormState<Name extends string> extends Typed<Name> {
  /** The last `saved`. */
  readonly seen: Values<Name>;
  readonly errors: Errors;
}

/** The state of a form page. `FormPage` shows it. */
export interface FormPageState<Name extends string> {
  readonly names: readonly Name[];
  readonly values: Values<Name>;
  readonly errors: Errors;
  readonly conflicts: Typed<Name>['conflicts'];
  readonly isDirty: boolean;
  /** Whether it is dirty now, for who asks between two renderings. */
  readonly isDirtyNow: () => boolean;
  readonly change: (name: Name, value: string) => void;
  /** Checks a field that somebody leaves. */
  readonly leave: (name: Name) => void;
  /** Checks all fields. Returns those that are wrong. */
  readonly checkAll: () => readonly Name[];
  /** Shows what the server says about fields. Returns those that the form has. */
  readonly showErrors: (fields: Readonly<Record<string, string>>) => readonly Name[];
  /** Somebody else has saved this meanwhile. */
  readonly merge: (theirs: Readonly<Record<string, string>>) => void;
  readonly discard: () => void;
  /** These values are saved. */
  readonly markSaved: (values: Values<Name>) => void;
  /** Attributes of a field. */
  readonly field: (name: Name) => {
    readonly name: Name;
    readonly value: string;
    readonly error: string | undefined;
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns what was typed before a reload, if it belongs to this form. */
const readDraft = <Name extends string>(key: string, saved: Values<Name>): Typed<Name> => {
  const fresh = { base: saved, values: saved, conflicts: {} };
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isRecord(draft) || !isRecord(draft['base']) || !isRecord(draft['values'])) return fresh;
    const take = (values: Readonly<Record<string, unknown>>): Values<Name> =>
      Object.fromEntries(
        Object.entries<string>(saved).map(([name, known]) => {
          const value = values[name];
          return [name, typeof value === 'string' ? value : known];
        }),
      ) as Values<Name>; // the same keys as `saved`
    return mergeTheirs({ base: take(draft['base']), values: take(draft['values']), conflicts: {} }, saved);
  } catch {
    return fresh;
  }
};

/**
 * Holds what is typed into the form of a page: errors when a field is left, a draft that a reload does not lose, and
 * what somebody else has saved meanwhile.
 */
export const useFormPage = <Name extends string>({
  draft,
  saved,
  check,
}: FormPageOptions<Name>): FormPageState<Name> => {
  const names = Object.keys(saved) as Name[]; // safe: the record has exactly these keys
  const differ = (a: Values<Name>, b: Values<Name>): boolean => names.some((name) => a[name] !== b[name]);
  const [stored, setState] = useState<FormState<Name>>(() => ({ ...readDraft(draft, saved), seen: saved, errors: {} }));
  let state = stored;
  if (differ(state.seen, saved)) {
    state = { ...state, ...mergeTheirs(state, saved), seen: saved };
    setState(state);
  }
  // What a call answers is merged into what is typed by then, not when it was sent.
  const latest = useRef(state);
  latest.current = state;
  const write = (changes: Partial<FormState<Name>>): void => {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    if (differ(next.values, next.base))
      sessionStorage.setItem(draft, JSON.stringify({ base: next.base, values: next.values }));
    else sessionStorage.removeItem(draft);
    setState(next);
  };
  const listErrors = (errorOf: (name: Name) => string | undefined): Errors =>
    Object.fromEntries(
      names.flatMap((name) => {
        const error = errorOf(name);
        return error === undefined ? [] : [[name, error]];
      }),
    );
  /** A mark goes as soon as its field is right. What the server said stays until the field is changed. */
  const recheck = (changed: Name, values: Values<Name>): Errors =>
    listErrors((name) => {
      const { errors, values: before } = latest.current;
      if (errors[name] === undefined) return undefined;
      const error = check(name, values);
      return name !== changed && error === check(name, before) ? errors[name] : error;
    });

  return {
    names,
    values: state.values,
    errors: state.errors,
    conflicts: state.conflicts,
    isDirty: differ(state.values, state.base),
    isDirtyNow: () => differ(latest.current.values, latest.current.base),
    change: (name, value) => {
      const { conflicts, ...current } = latest.current;
      const values = { ...current.values, [name]: value };
      const conflict = conflicts[name];
      const isMine = conflict !== undefined && value !== conflict.theirs;
      write({
        values,
        conflicts: isMine ? { ...conflicts, [name]: { ...conflict, mine: value } } : conflicts,
        errors: recheck(name, values),
      });
    },
    leave: (left) => {
      const { values, errors } = latest.current;
      write({ errors: listErrors((name) => (name === left ? check(name, values) : undefined) ?? errors[name]) });
    },
    checkAll: () => {
      const errors = listErrors((name) => check(name, latest.current.values));
      write({ errors });
      return names.filter((name) => errors[name] !== undefined);
    },
    showErrors: (fields) => {
      const known = Object.entries(fields).flatMap(([path, error]) => {
        // An item of a list belongs to the list's field: value.synonyms.3.1.
        const name =
          names.find((each) => path === each || path.endsWith(`.${each}`)) ??
          names.find((each) => `.${path}`.includes(`.${each}.`));
        return name === undefined ? [] : [[name, error] as const];
      });
      write({ errors: { ...latest.current.errors, ...Object.fromEntries(known) } });
      return known.map(([name]) => name);
    },
    merge: (theirs) => {
      const known = Object.fromEntries(names.map((name) => [name, theirs[name] ?? latest.current.base[name]]));
      write(mergeTheirs(latest.current, known as Values<Name>)); // safe: the keys are the names
    },
    discard: () => write({ values: latest.current.base, conflicts: {}, errors: {} }),
    markSaved: (base) => write({ base, conflicts: {} }),
    field: (name) => ({ name, value: state.values[name], error: state.errors[name] }),
  };
};
