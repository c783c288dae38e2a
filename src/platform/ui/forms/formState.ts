// A form as its fields see it. Form provides it, so that a field only names its value.

import { createContext, useContext, useLayoutEffect } from 'react';

export interface FormState<V extends object = Record<string, unknown>> {
  readonly values: Readonly<V>;
  readonly errors: { readonly [K in Extract<keyof V, string>]?: string };
  /** The values differ from those that the form began with. */
  readonly dirty: boolean;
  readonly busy: boolean;
  /** Locks all fields: the form is being saved and will close. */
  readonly frozen: boolean;
  /** About the form as a whole. */
  readonly error: string | undefined;
  /** Refused submits so far; when it grows, focus moves to the first invalid field. */
  readonly attempts: number;
  /** Counts the times it began anew; a change moves focus to the first empty field. */
  readonly restarts: number;
  set<K extends keyof V>(name: K, value: V[K]): void;
  /** `another`: the form is to stay, for the next record. */
  submit(another?: boolean): void;
}

export const FormContext = createContext<FormState | null>(null);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** The value called `name` of the form around, which must be of the type that `is` tests for. */
export function useFormValue<T>(name: string, is: (value: unknown) => value is T) {
  const form = useContext(FormContext);
  const value = form?.values[name];
  if (!form || !is(value)) throw new Error(`No form around has such a value: ${name}`);
  return { value, change: (next: T) => form.set(name, next), error: form.errors[name], frozen: form.frozen };
}

export const useTextValue = (name: string) => useFormValue(name, isText);

// The fields of a form by the names of their values, for a part of the form that speaks of its other fields: what each is
// called, and how a value of it reads.

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
