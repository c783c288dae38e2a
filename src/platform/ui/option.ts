// One choice in a select, a search field or a checklist.

export interface Option<V = string> {
  value: V;
  label: string;
  /** Distinguishes options with the same label. */
  detail?: string;
}

export const labelOf = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;
