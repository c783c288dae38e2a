// What a screen of records says about its kind, and what it is given to act with.

export interface RecordKind<T> {
  title: string;
  subtitle?: string;
  /** In the plural, lower case: 'companies'. */
  many: string;
  addLabel: string;
  empty: { title: string; hint?: string };
  /** What the deletion question calls it. */
  nameOf(record: T): string;
  /** Everything that the quick filter looks into. */
  wordsOf(record: T): readonly string[];
}

export interface RecordActions {
  edit(): void;
  remove(): void;
  /** What was asked for, and waits until the list has been renewed. */
  asked?: 'edit' | 'delete';
}

export interface EditorControls {
  close(): void;
  /** The list goes where a new record is. */
  saved(createdId?: number): void;
}

export interface ListParams {
  page: number;
  q: string;
}
