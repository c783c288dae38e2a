// An entry as the API shows it.

import { type AuditEntry, type AuditLine, json, type Json } from '../../../src/shared/contract/audit.ts';
import { contentOf } from '../../platform/audit/readAudit.ts';
import { asUtc } from '../../platform/time/instants.ts';
import type { NamedEntry } from './namedEntries.ts';

export const shownLine = (entry: NamedEntry): AuditLine => {
  const { before, after, ...line } = shown(entry);
  return { ...line, changed: changedFields(before, after) };
};

export const shownEntry = (entry: NamedEntry): AuditEntry => ({
  ...shown(entry),
  request_id: entry.request_id,
  previous_hash: entry.previous_hash,
  hash: entry.hash,
});

function shown(entry: NamedEntry) {
  const { id, at, user_id, action, subject, subject_id, name_of_user, name_of_subject } = entry;
  const content = contentOf(entry);
  const before = json(content.before);
  const after = json(content.after);
  return {
    id,
    at: asUtc(at),
    user_id,
    user_name: name_of_user ?? '',
    user_email: textOrErased(content.user_email),
    address: textOrErased(content.address),
    api_token: tokenIn(json(content.api_token)),
    action,
    subject,
    subject_id,
    subject_name: nameIn(after) || nameIn(before) || (name_of_subject ?? ''),
    before,
    after,
  };
}

const textOrErased = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : null;
};

const tokenIn = (token: Json): string | null => (isRecord(token) ? textOrErased(token.name) : '');

const namingFields = ['display_name', 'name', 'key', 'url', 'month', 'code', 'serial', 'email'] as const;

function nameIn(record: Json): string {
  if (!isRecord(record)) return '';
  const names = namingFields.map((field) => record[field]);
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? '';
}

function changedFields(before: Json, after: Json): string[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

const isRecord = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
