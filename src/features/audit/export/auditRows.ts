// Entries of the audit as the rows of a spreadsheet.

import { isReference, saltedText, withValues } from '../../../shared/contract/audit/entry.ts';
import { actionInWords, thingInWords } from '../../../shared/contract/audit/words.ts';
import { type ExactLine, parsed } from './exactLine.ts';
import { sha256 } from './hashing.ts';

export const auditTitles = [
  'Entry',
  'Time (UTC)',
  'User ID',
  'E-mail',
  'From',
  'Action',
  'Thing',
  'Record ID',
  'Before',
  'After',
  'Request ID',
  'Hash',
] as const;

/** As much as a cell of Excel holds. */
const longest = 32_000;

export async function auditRow(line: ExactLine): Promise<string[]> {
  const hashes = await Promise.all(line.values.map((pair) => sha256(saltedText(pair))));
  const values = new Map(hashes.map((hash, index) => [hash, line.values[index]?.[1] ?? '']));
  const content = withValues(parsed(line.entry), values);
  const field = (name: string) => textOf(content, name);
  return [
    field('id'),
    field('at'),
    field('user_id'),
    field('user_email'),
    field('address'),
    actionInWords(field('action')),
    thingInWords(field('subject')),
    field('subject_id'),
    field('before'),
    field('after'),
    field('request_id'),
    line.hash,
  ];
}

function textOf(content: unknown, name: string): string {
  const value = Object.entries(content ?? {}).find(([field]) => field === name)?.[1];
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (isReference(value) || JSON.stringify(value) === '{"erased":true}') return 'Erased';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (the JSONL export has all of it)` : text;
}
