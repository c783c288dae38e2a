// Compares one record field by field: as it was, as somebody else saved it, and as it is in the form.

export type Values = Record<string, unknown>;

export interface Difference {
  readonly field: string;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Person who changed it. If both did, somebody has to choose. */
  readonly by: 'them' | 'me' | 'both';
}

interface Sides<V extends Values> {
  readonly began: V;
  readonly theirs: V;
  readonly mine: V;
  /** A field whose new value nobody may read was changed: what the form has for it is blank. */
  readonly isChangedSecret: (field: string) => boolean;
}

/** Leaves out fields that both changed in the same way. */
export function differencesOf<V extends Values>({ began, theirs, mine, isChangedSecret }: Sides<V>): Difference[] {
  const fields = Object.keys({ ...began, ...theirs, ...mine });
  return fields.flatMap((field): Difference[] => {
    const isTheirs = isChangedSecret(field) || !isSame(began[field], theirs[field]);
    const isMine = !isSame(began[field], mine[field]);
    if (!isTheirs && !isMine) return [];
    if (isMine && isTheirs && isSame(theirs[field], mine[field])) return [];
    const by = isTheirs && isMine ? 'both' : isTheirs ? 'them' : 'me';
    return [{ field, theirs: theirs[field], mine: mine[field], by }];
  });
}

/** Whoever types another value has answered, too. */
export const isAnswered = ({ field, theirs, mine, by }: Difference, values: Values, chosen: ReadonlySet<string>) =>
  by !== 'both' || chosen.has(field) || (!isSame(values[field], mine) && !isSame(values[field], theirs));

/** The form's values, with what only they changed. */
export function merged<V extends Values>({ theirs, mine }: Sides<V>, differences: readonly Difference[]): V {
  const kept = new Set(differences.flatMap(({ field, by }) => (by === 'them' ? [] : [field])));
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([field]) => kept.has(field))) };
}

/** The order of the options checked in a checklist does not matter; the order of rows does. */
export const isSame = (one: unknown, other: unknown): boolean => fingerprint(one) === fingerprint(other);

const fingerprint = (value: unknown): string => JSON.stringify(isChecklist(value) ? value.toSorted() : (value ?? ''));

const isChecklist = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object');
