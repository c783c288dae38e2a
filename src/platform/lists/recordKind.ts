// The description that a screen of records gives of its kind, and the actions it receives.

import type { ReactNode } from 'react';
import type { Args, WriteKey } from '../../shared/contract/calls.ts';
import type { Pick } from '../bulk/PickBox.tsx';

type DeleteKey = Extract<WriteKey, `DELETE ${string}`>;

/** The call that deletes a record, and how the record's id is passed to it. */
export type Removal = { [K in DeleteKey]: { key: K; args(id: number): Args<K> } }[DeleteKey];

export interface RecordKind<T> {
  title: string;
  subtitle: string;
  /** Lower-case names: 'company' and 'companies'. */
  one: string;
  many: string;
  addLabel: string;
  /** How tall its cards are, in lines of the placeholder that stands for them. */
  cardLines?: number;
  add: Extract<WriteKey, `POST ${string}`>;
  edit: Extract<WriteKey, `PUT ${string}`>;
  remove: Removal;
  /** The name that the delete confirmation shows. */
  nameOf(record: T): string;
  /** Names what is deleted with it, in the same place. */
  goesWith?(record: T): ReactNode;
  /** Returns the texts that a search looks at. */
  textsOf(record: T): readonly string[];
}

/** Without what the user may not do. */
export interface RecordActions {
  edit?(): void;
  remove?(): void;
  /** Shows what became of it. */
  history?(): void;
  /** Clicked, and waiting for the list to be reloaded. */
  pending?: 'edit' | 'delete' | 'history';
  /** It can be selected. */
  pick?: Pick;
}

export interface EditorControls {
  close(): void;
  /** The list moves to the page of a new record. */
  saved(createdId?: number): void;
}

export interface RecordList<T> {
  records: readonly T[];
  /** Changes only when the actions do. */
  actionsOf(record: T): RecordActions;
  /** One of the contract's orders; '' where it is not known. */
  sort: string;
  onSort(sort: string): void;
}
