// One of the things to choose from, in a select, a search or a checklist.

export interface Option<V = string> {
  value: V;
  label: string;
  /** Tells options with equal labels apart. */
  detail?: string;
}
