// State of a form as its fields see it. Form provides it, so that a field only has to name its value.

import { createContext, useContext, useLayoutEffect } from 'react';

export interface FormState<V extends object = Record<string, unknown>> {
  readonly values: Readonly<V>;
  readonly errors: { readonly [K in Extract<keyof V, string>]?: string };
  /** Whether the values differ from the initial ones. */
  readonly dirty: boolean;
  readonly busy: boolean;
  /** Whether all fields are locked because the form is being saved and will close. */
  readonly frozen: boolean;
  /** Error about the form as a whole. */
  readonly error: string | undefined;
  /** Number of refused submits. When it grows, focus moves to the first invalid field. */
  readonly attempts: number;
  /** Number of restarts. When it changes, focus moves to the first empty field. */
  readonly restarts: number;
  set<K extends keyof V>(name: K, value: V[K]): void;
  /** `another` keeps the form open for the next record. */
  submit(another?: boolean): void;
}

export const FormContext = createContext<FormState | null>(null);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the value `name` of the surrounding form, which must be of the type that `is` tests for. */
export function useFormValue<T>(name: string, is: (value: unknown) => value is T) {
  const form = useContext(FormContext);
  const value = form?.values[name];
  if (!form || !is(value)) throw new Error(`No form around has such a value: ${name}`);
  return { value, change: (next: T) => form.set(name, next), error: form.errors[name], frozen: form.frozen };
}

export const useTextValue = (name: string) => useFormValue(name, isText);

// Fields of a form by the names of their values, with labels and values in words, for a part of the form that refers to
// other fields.

export interface KnownField {
  readonly label: string;
  /** Whether nobody may read its value. */
  readonly isSecret: boolean;
  inWords(value: unknown): string;
}

/** Fields that have been shown at least once, in order. */
export type KnownFields = Map<string, KnownField>;

export const KnownFieldsContext = createContext<KnownFields>(new Map());

export function useKnownField(name: string, field: KnownField): void {
  const fields = useContext(KnownFieldsContext);
  useLayoutEffect(() => {
    fields.set(name, field);
  });
}
