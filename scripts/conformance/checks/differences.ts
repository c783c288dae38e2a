// Compares what was saved with what the server returns, and says what happened to it.

import type { Fault } from '../findings.ts';

interface Compared {
  saved: object;
  found: object;
  /** The record as it was before it was changed. */
  before?: object;
  prefix?: string;
}

/** The first field that differs from what was saved. */
export function differenceFault({ saved, found, before = {}, prefix = '' }: Compared): Fault | undefined {
  const values = new Map<string, unknown>(Object.entries(found));
  const [field, wanted] = Object.entries(saved).find(([name, value]) => values.get(name) !== value) ?? [];
  if (field === undefined) return undefined;
  const value = values.get(field);
  const cause = hint(wanted, value);
  const isOld = cause === '' && value === new Map<string, unknown>(Object.entries(before)).get(field);
  const [is, was] = [JSON.stringify(value) ?? 'nothing', JSON.stringify(wanted)];
  return {
    field: prefix + field,
    detail: `${was} was saved, ${is} is returned${cause}`,
    shown: `A success message, and ${isOld ? 'the old value' : `${is} instead of ${was}`}`,
  };
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** The usual causes. */
function hint(saved: unknown, found: unknown): string {
  if (typeof saved !== 'string' || typeof found !== 'string' || found === '') return '';
  if (saved !== found && Number(saved) === Number(found)) {
    return ': leading zeros are lost; keep and send it as text, not as a number';
  }
  const common = saved.slice(
    0,
    [...saved].findIndex((character) => !isAscii(character)),
  );
  const isMangled = !isAscii(saved) && found.startsWith(common);
  return isMangled ? ': characters are lost; use UTF-8 everywhere (utf8mb4 in MySQL)' : '';
}
