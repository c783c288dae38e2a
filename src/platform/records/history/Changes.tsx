// Table of the fields that an entry changed, with a word for whether each was added, removed or changed.

import { useState } from 'react';
import type { Json } from '../../../shared/contract/audit.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Button } from '../../ui/Button.tsx';
import * as layout from '../../ui/layout/layout.module.css';
import * as s from './Changes.module.css';

const mostShown = 200;

export function Changes({ before, after }: { before: Json; after: Json }) {
  const [isWhole, setWhole] = useState(false);
  const all = changesOf(before, after);
  const isEdit = before !== null && after !== null;
  const different = all.filter(({ kind }) => kind !== 'same');
  const rest = all.length - different.length;
  const shown = (isWhole ? all : different).slice(0, mostShown);
  const left = (isWhole ? all : different).length - shown.length;
  if (all.length === 0) return <p className={layout.muted}>It has no details.</p>;
  return (
    <div className={`${layout.stack2} ${s.changes}`}>
      {different.length === 0 && <p className={layout.muted}>No field became different.</p>}
      {shown.length > 0 && (
        <table className={s.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {isEdit && <th scope="col">Change</th>}
              {before !== null && <th scope="col">{isEdit ? 'Before' : 'Value, until it was deleted'}</th>}
              {after !== null && <th scope="col">{isEdit ? 'After' : 'Value'}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((change) => (
              <ChangeRow key={JSON.stringify(change)} change={change} isEdit={isEdit} />
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && <p className={layout.muted}>{`${plural(left, 'more field')}: the export has all of them.`}</p>}
      {rest > 0 && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Hide Unchanged Fields' : `Show ${plural(rest, 'Unchanged Field')}`}
        </Button>
      )}
    </div>
  );
}

const marks = {
  added: { sign: '+', word: 'Added', look: s.added },
  removed: { sign: '−', word: 'Removed', look: s.removed },
  changed: { sign: '→', word: 'Changed', look: s.changed },
  same: { sign: '=', word: 'Unchanged', look: undefined },
} as const;

function ChangeRow({ change: { path, kind, before, after }, isEdit }: { change: Change; isEdit: boolean }) {
  const { sign, word, look } = marks[kind];
  return (
    <tr className={isEdit ? look : undefined}>
      <th scope="row">{path.map((name, index) => (index === 0 ? inWords(name) : name)).join(' › ')}</th>
      {isEdit && (
        <td className={s.kind}>
          <span aria-hidden="true">{sign}</span> {word}
        </td>
      )}
      {(isEdit || before !== undefined) && (
        <td className={s.before}>
          <Value value={before} />
        </td>
      )}
      {(isEdit || after !== undefined) && (
        <td className={s.after}>
          <Value value={after} />
        </td>
      )}
    </tr>
  );
}

/** Shows texts as plain text, whatever they contain. */
function Value({ value }: { value: Json | undefined }) {
  if (value === undefined) return <span className={layout.muted}>–</span>;
  if (isErased(value)) return <span className={layout.muted}>Erased</span>;
  if (value === null) return <span className={layout.muted}>None</span>;
  if (value === '') return <span className={layout.muted}>Empty</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return <span className={s.text}>{value}</span>;
  if (typeof value === 'number') return String(value);
  return <code className={s.text}>{JSON.stringify(value)}</code>;
}

// Compares an entry's before and after field by field, and lists by their items, in any order.

type Kind = 'added' | 'removed' | 'changed' | 'same';

interface Change {
  /** Path from the record to the value: ['shift', 'starts_at'] */
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

type JsonObject = { readonly [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isErased = (value: Json | undefined): boolean =>
  isObject(value) && value.erased === true && Object.keys(value).length === 1;

const changesOf = (before: Json, after: Json): readonly Change[] =>
  compare([], before ?? undefined, after ?? undefined);

/** Fields that contain other records, of which only the names matter here. */
const references: ReadonlySet<string> = new Set(['companies', 'permissions', 'roles']);

function compare(path: readonly string[], before: Json | undefined, after: Json | undefined): Change[] {
  const [one, other] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  const isOpened = names.length > 0 && (one ?? isNone(before)) && (other ?? isNone(after));
  if (!isOpened) return path.length === 0 ? [] : [changeOf(path, before, after)];
  if (references.has(path.at(-1) ?? ''))
    return names.map((name) =>
      changeOf(path, one && name in one ? name : undefined, other && name in other ? name : undefined),
    );
  return names.flatMap((name) => compare([...path, name], one?.[name], other?.[name]));
}

const isNone = (value: Json | undefined): boolean => value === undefined || value === null;

const changeOf = (path: readonly string[], before: Json | undefined, after: Json | undefined): Change => ({
  path,
  kind: kindOf(before, after),
  before,
  after,
});

function kindOf(before: Json | undefined, after: Json | undefined): Kind {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed';
}

/** Returns the fields of an object, or the items of a list by name. Undefined for a value to be shown as a whole. */
function partsOf(value: Json | undefined): JsonObject | undefined {
  if (isErased(value)) return undefined;
  if (isObject(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const names = value.map(nameOf);
  const isNamed = new Set(names).size === names.length;
  return Object.fromEntries(
    value.map((item: Json, index) => [isNamed ? (names[index] ?? '') : String(index + 1), item]),
  );
}

const namingFields = ['display_name', 'name', 'key', 'url', 'code', 'id', 'employee_id'];

function nameOf(item: Json, index: number): string {
  if (!isObject(item)) return isErased(item) || Array.isArray(item) ? String(index + 1) : String(item);
  const field = namingFields.find((name) => ['string', 'number'].includes(typeof item[name]) && item[name] !== '');
  return field === undefined ? String(index + 1) : String(item[field]);
}
