// Description that a screen of records gives of their kind, and the actions that it receives.

import type { ReactNode } from 'react';
import type { Args, WriteKey } from '../../shared/contract/calls.ts';
import type { Pick } from '../bulk/PickBox.tsx';

type DeleteKey = Extract<WriteKey, `DELETE ${string}`>;

/** Call that deletes a record, and how to pass the record's id to it. */
export type Removal = { [K in DeleteKey]: { key: K; args(id: number): Args<K> } }[DeleteKey];

export interface RecordKind<T> {
  title: string;
  subtitle: string;
  /** Lower-case names: 'company' and 'companies'. */
  one: string;
  many: string;
  addLabel: string;
  /** Height of its cards, in lines of their placeholder. */
  cardLines?: number;
  add: Extract<WriteKey, `POST ${string}`>;
  edit: Extract<WriteKey, `PUT ${string}`>;
  remove: Removal;
  /** Returns the name for the delete confirmation. */
  nameOf(record: T): string;
  /** Names whatever is deleted along with it, for the same dialog. */
  goesWith?(record: T): ReactNode;
  /** Returns the texts that a search covers. */
  textsOf(record: T): readonly string[];
}

/** Actions that the user may perform. */
export interface RecordActions {
  edit?(): void;
  remove?(): void;
  /** Shows its history. */
  history?(): void;
  /** Action that was clicked and waits for the list to be reloaded. */
  pending?: 'edit' | 'delete' | 'history';
  /** Present if it can be selected. */
  pick?: Pick;
}

export interface EditorControls {
  close(): void;
  /** Moves the list to the page of a new record. */
  saved(createdId?: number): void;
}

export interface RecordList<T> {
  records: readonly T[];
  /** Changes only when the actions do. */
  actionsOf(record: T): RecordActions;
  /** One of the contract's orders; '' if unknown. */
  sort: string;
  onSort(sort: string): void;
}
