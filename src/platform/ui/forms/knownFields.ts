// The fields of a form by the names of their values, for a part of the form that speaks of its other fields: what each
// is called, and how a value of it reads.

import { createContext, useContext, useLayoutEffect } from 'react';

export interface KnownField {
  readonly label: string;
  /** Nobody may read its value. */
  readonly isSecret: boolean;
  inWords(value: unknown): string;
}

/** Fields that were shown at least once, in their order. */
export type KnownFields = Map<string, KnownField>;

export const KnownFieldsContext = createContext<KnownFields>(new Map());

export function useKnownField(name: string, field: KnownField): void {
  const fields = useContext(KnownFieldsContext);
  useLayoutEffect(() => {
    fields.set(name, field);
  });
}
