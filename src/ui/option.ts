// One choice in a select, a search field or a checklist.

export interface Option<V = string> {
  value: V;
  label: string;
  /** Distinguishes options with the same label. */
  detail?: string;
}
