// Compares what somebody else saved while a form was open with what is in the form. Asks about fields that both have
// changed, and shows those that only one has. The form itself saves.

import { useContext, useEffect, useId, useRef } from 'react';
import { inWords } from '../../../shared/words/inWords.ts';
import { type FormState, type KnownField, KnownFieldsContext } from '../../hooks/formState.ts';
import { TimeAgo } from '../../ui/data/TimeAgo.tsx';
import { StatusIcon } from '../../ui/StatusIcon.tsx';
import { type Difference, type EditConflict, isSame, newSecret, type Values } from './useEdit.ts';
import * as cards from '../../ui/forms/RadioCardsField.module.css';
import * as layout from '../../ui/layout/layout.module.css';
import * as s from './Differences.module.css';

interface DifferencesProps {
  conflict: EditConflict;
  form: Pick<FormState, 'values' | 'errors' | 'frozen' | 'set'>;
}

export default function Differences({ conflict, form }: DifferencesProps) {
  const { edits, differences, chosen, choose } = conflict;
  const known = useContext(KnownFieldsContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conflict is read from its beginning.
  useEffect(() => heading.current?.focus(), [differences]);

  const fieldOf = (name: string): KnownField => known.get(name) ?? unknownField(name);
  const labelOf = (name: string) => (name === newSecret ? 'a secret' : fieldOf(name).label);
  const questions = differences.filter(({ by }) => by === 'both');
  const settled = differences.filter(({ by }) => by !== 'both');
  return (
    <section aria-labelledby={id} className={`${layout.stack3} ${s.panel}`}>
      <h3 ref={heading} id={id} tabIndex={-1}>
        Changed while you were editing
      </h3>
      {edits.length === 0 && <p>Somebody has saved changes since you opened this. Yours are not saved yet.</p>}
      {edits.length > 0 && (
        <ul className={`${layout.stack1} ${layout.list} ${s.edits}`}>
          {edits.map(({ at, who, fields }) => (
            <li key={`${at} ${fields.join()}`}>
              {who || 'Somebody'} changed {fields.map(labelOf).join(', ')} <TimeAgo at={at} />
            </li>
          ))}
        </ul>
      )}
      {edits.length > 0 && <p>Your changes are not saved yet.</p>}
      {questions.map((difference) => (
        <Question
          key={difference.field}
          difference={difference}
          known={fieldOf(difference.field)}
          {...{ form, isChosen: chosen.has(difference.field) }}
          onChoose={(value) => {
            form.set(difference.field, value);
            choose(difference.field);
          }}
        />
      ))}
      {settled.length > 0 && (
        <dl className={layout.stack1} aria-label="Changed by one of you">
          {settled.map(({ field, theirs, mine, by }) => (
            <div key={field} className={s.row}>
              <dt>{fieldOf(field).label}</dt>
              <dd className={s.value}>
                <Value known={fieldOf(field)} value={by === 'them' ? theirs : mine} />
              </dd>
              <dd className={layout.muted}>{by === 'them' ? 'Theirs' : 'Yours'}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface QuestionProps {
  difference: Difference;
  known: KnownField;
  form: DifferencesProps['form'];
  isChosen: boolean;
  onChoose(value: unknown): void;
}

function Question({ difference: { field, theirs, mine }, known, form, isChosen, onChoose }: QuestionProps) {
  const id = useId();
  const error = form.errors[field];
  const kept = keptOf(form.values, { field, theirs, mine, isChosen });
  const options = [
    { side: 'theirs', label: 'Keep theirs', value: theirs },
    { side: 'mine', label: 'Use mine', value: mine },
  ] as const;
  return (
    <fieldset className={s.question} aria-describedby={error && `${id}error`}>
      <legend className={`${layout.legend} ${s.legend}`}>{known.label}</legend>
      {options.map(({ side, label, value }) => (
        <label key={side} className={cards.card}>
          <input
            type="radio"
            className={cards.radio}
            name={`${id}side`}
            checked={kept === side}
            disabled={form.frozen}
            aria-invalid={error ? true : undefined}
            aria-label={label}
            aria-describedby={`${id}${side}`}
            onChange={() => onChoose(value)}
          />
          <span className={cards.label}>{label}</span>
          <span id={`${id}${side}`} className={s.value}>
            <Value known={known} value={value} />
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}error`} className={s.error}>
          <StatusIcon name="warning" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Returns whose value was chosen, if any. Typing into the field counts as choosing one's own. */
function keptOf(
  values: Readonly<Values>,
  { field, theirs, mine, isChosen }: Omit<Difference, 'by'> & { isChosen: boolean },
): 'theirs' | 'mine' | undefined {
  if (!isChosen && isSame(values[field], mine)) return undefined;
  return isSame(values[field], theirs) ? 'theirs' : 'mine';
}

function Value({ known, value }: { known: KnownField; value: unknown }) {
  if (known.isSecret) return <span className={layout.muted}>Changed</span>;
  return known.inWords(value) || <span className={layout.muted}>Empty</span>;
}

/** Describes a field that was never shown, such as part of somebody else's choice: 'settings.api_key' */
const unknownField = (name: string): KnownField => ({
  label: inWords(name.split('.').at(-1) ?? name),
  isSecret: name.startsWith('secrets.'),
  inWords: String,
});
