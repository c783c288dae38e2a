// Tables that describe each field of a record once. Decoder, body, rules, search, forms, files, import, personal data,
// erasure and SQL are derived from them. A field is the decoder of its value, with what is true of it everywhere.

import { shortText, validDay } from './checks.ts';
import { type Decoder, type Shape, text } from './decode.ts';
import { ifGiven } from './decodeRecords.ts';
import type { Feature } from './features.ts';
import { announcedAs, setSchema } from './schema.ts';
import type { Check } from './validate.ts';

interface Facts {
  /** Name in forms and files: 'Employee ID' */
  readonly label: string;
  readonly checks: readonly Check[];
  /** Whether a search finds the record by it, and an erasure looks for it in other texts. */
  readonly identifies?: boolean;
  /** Marks a field beyond the specification, which only servers that announce the feature have. */
  readonly feature?: Feature;
  /** Whether it is a day, 'YYYY-MM-DD'. An unknown day is empty, and null in the database. */
  readonly isDay?: boolean;
}

type Field<T = unknown> = Decoder<T> & Facts;
export type Fields = Readonly<Record<string, Field>>;

/** Values that a form sends. */
export type Entered<F extends Fields> = Shape<F>;

export function field<T, const F extends Partial<Facts>>(decode: Decoder<T>, label: string, facts?: F): Field<T> & F {
  const decoder = Object.assign((value: unknown) => decode(value), { label, checks: [shortText] }, facts);
  setSchema(decoder, (of) => ({ ...of(decode), ...(facts?.feature && announcedAs(facts.feature)) }));
  return decoder;
}

export const textField = <const F extends Partial<Facts>>(label: string, facts?: F) => field(text, label, facts);

/** Beyond the specification. */
export const dayField = <const F extends Partial<Facts>>(label: string, facts: F): Field<string | undefined> & F =>
  Object.assign(field(ifGiven(text), label, { isDay: true, checks: [validDay], feature: facts.feature }), facts);

type Names<F> = Extract<keyof F, string>;

export function namesOf<F extends Fields>(fields: F): Names<F>[];
export function namesOf(fields: Fields): string[] {
  return Object.keys(fields);
}

/** Builds an object with a value for each field. */
export function mapFields<F extends Fields, T>(
  fields: F,
  toValue: (name: Names<F>, field: Field) => T,
): { [K in keyof F]: T };
export function mapFields<T>(fields: Fields, toValue: (name: string, field: Field) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(name, field)]));
}

export const rulesOf = <F extends Fields>(fields: F) => mapFields(fields, (_, { checks }) => checks);

type Specified<F extends Fields> = { [K in keyof F as F[K] extends { feature: Feature } ? never : K]: F[K] };

/** Picks the fields of the specification and of these features. */
export function fieldsWith<F extends Fields>(fields: F, features: readonly string[]): Specified<F>;
export function fieldsWith(fields: Fields, features: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { feature }]) => feature === undefined || features.includes(feature)),
  );
}

type Identifying<F extends Fields> = { [K in Names<F>]: F[K] extends { identifies: true } ? K : never }[Names<F>];

export function identifying<F extends Fields>(fields: F): Identifying<F>[];
export function identifying(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.identifies);
}

type Searched<F extends Fields> = Pick<Entered<F>, Extract<Identifying<F>, keyof Entered<F>>>;

export function searchedTexts<F extends Fields>(fields: F): (record: Searched<F>) => string[];
export function searchedTexts(fields: Fields): (record: Readonly<Record<string, string | undefined>>) => string[] {
  const names = identifying(fields);
  return (record) => names.map((name) => record[name] ?? '');
}
