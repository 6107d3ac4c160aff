export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** A field that two people have changed. */
interface Conflict {
  readonly theirs: string;
  /** What was typed here; it stays until it is saved or discarded. */
  readonly mine: string;
}

/** A form, and what it began with. */
export interface Typed<Name extends string> {
  readonly base: Values<Name>;
  readonly values: Values<Name>;
  /** By field. */
  readonly conflicts: Readonly<Partial<Record<string, Conflict>>>;
}

/**
 * Takes over what somebody else has saved meanwhile: fields that were not touched here get their value. A field that
 * both have changed keeps what was typed, and waits for a choice.
 */
export const mergeTheirs = <Name extends string>(
  { base, values, conflicts }: Typed<Name>,
  theirs: Values<Name>,
): Typed<Name> => {
  const names = Object.keys(theirs) as Name[]; // safe: the record has exactly these keys
  const nextValues: Record<Name, string> = { ...values };
  const nextConflicts: Partial<Record<string, Conflict>> = { ...conflicts };
  for (const name of names) {
    if (theirs[name] === base[name]) continue;
    const isTheirs = values[name] === base[name]; // not touched, or chosen in a conflict before
    if (isTheirs) nextValues[name] = theirs[name];
    if (isTheirs && !conflicts[name]) continue;
    const mine = conflicts[name]?.mine ?? values[name];
    if (mine === theirs[name]) delete nextConflicts[name];
    else nextConflicts[name] = { theirs: theirs[name], mine };
  }
  return { base: theirs, values: nextValues, conflicts: nextConflicts };
};
