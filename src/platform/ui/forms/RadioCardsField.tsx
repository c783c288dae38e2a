// One of a few options, each with a sentence about it. One is always chosen.

import { useId } from 'react';
import { labelOf, type Option } from '../option.ts';
import { type FieldProps, RequiredMark, useField } from './Field.tsx';
import { isText } from './formState.ts';
import * as s from './RadioCardsField.module.css';

interface RadioCardsFieldProps extends FieldProps {
  /** `detail` is the sentence. */
  options: readonly Option[];
}

export function RadioCardsField({ options, ...props }: RadioCardsFieldProps) {
  const { control, frozen, value: chosen, change, notes } = useField(props, isText, (value) => labelOf(options, value));
  const id = useId();
  return (
    <fieldset className={s.cards} aria-describedby={control['aria-describedby']}>
      <legend className={s.legend}>
        {props.label}
        {props.required && <RequiredMark />}
      </legend>
      <div className={s.options}>
        {options.map(({ value, label, detail }) => (
          <label key={value} className={s.card}>
            <input
              type="radio"
              name={`${control.name}${id}`}
              value={value}
              checked={value === chosen}
              disabled={frozen}
              required={control.required}
              aria-label={label}
              aria-describedby={detail && `${id}${value}`}
              className={s.radio}
              onChange={() => change(value)}
            />
            <span className={s.label}>{label}</span>
            {detail && (
              <span id={`${id}${value}`} className={s.detail}>
                {detail}
              </span>
            )}
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );
}
