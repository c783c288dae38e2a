// Option in a select, a search field or a checklist.

export interface Option<V = string> {
  value: V;
  label: string;
  /** Distinguishes options with the same label. */
  detail?: string;
}

export const labelOf = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
