// Form validation: each field has rules, of which the first to fail provides the message.

import { type Schema, setSchema } from './schema.ts';

export type Check = (value: unknown, all: Readonly<Record<string, unknown>>) => string | undefined;
export type Rules<Field extends string = string> = { readonly [F in Field]?: readonly Check[] };
export type FieldErrors<Field extends string = string> = { [F in Field]?: string };

/** Returns the first message for each invalid field; empty if all are valid. */
export function validate<V extends object>(
  rules: Rules<Extract<keyof V, string>>,
  values: V,
): FieldErrors<Extract<keyof V, string>> {
  const all = values as Readonly<Record<string, unknown>>;
  const errors: FieldErrors = {};
  for (const [field, checks] of Object.entries<readonly Check[] | undefined>(rules)) {
    for (const check of checks ?? []) {
      const complaint = check(all[field], all);
      if (complaint) {
        errors[field] = complaint;
        break;
      }
    }
  }
  return errors as FieldErrors<Extract<keyof V, string>>;
}

export const textOf = (value: unknown) => String(value ?? '');
export const isBlank = (value: unknown) => textOf(value).trim() === '';

/** Treats text of nothing but invisible characters, such as zero-width spaces, as empty. */
export function required(complaint: string): Check {
  const check: Check = (value) => (/^[\s\p{Cf}]*$/u.test(textOf(value)) ? complaint : undefined);
  setSchema(check, () => isFilled);
  return check;
}

/** Schema of a field that must not be empty. */
export const isFilled: Schema = { minLength: 1, minItems: 1 };
