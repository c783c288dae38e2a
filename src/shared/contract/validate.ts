// Checks a form: each field has rules, and the first one that fails gives its message.

export type Check = (value: unknown, all: Readonly<Record<string, unknown>>) => string | undefined;
export type Rules<Field extends string = string> = { readonly [F in Field]?: readonly Check[] };
export type FieldErrors<Field extends string = string> = { [F in Field]?: string };

/** The first message of each invalid field; empty if all are valid. */
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

export const required =
  (complaint: string): Check =>
  (value) =>
    isBlank(value) ? complaint : undefined;
