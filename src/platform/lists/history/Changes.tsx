// Table of the fields that an entry changed. A word tells whether one was added, removed or changed.

import { useState } from 'react';
import type { Json } from '../../../shared/contract/audit.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Button } from '../../ui/Button.tsx';
import { type Change, changesOf, isErased } from './changes.ts';
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
    <div className={s.changes}>
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

/** Texts stay texts, whatever they contain. */
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
