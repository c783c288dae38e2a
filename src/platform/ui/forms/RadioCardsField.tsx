// Choice of one from a few options, each with a sentence about it. One is always chosen.

import { useId } from 'react';
import { isText } from '../../hooks/formState.ts';
import { labelOf, type Option } from '../option.ts';
import { type FieldProps, useField } from './Field.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './RadioCardsField.module.css';

interface RadioCardsFieldProps extends Pick<FieldProps, 'name' | 'label'> {
  /** `detail` is the sentence. */
  options: readonly Option[];
}

export function RadioCardsField({ options, ...props }: RadioCardsFieldProps) {
  const { control, frozen, value: chosen, change, notes } = useField(props, isText, (value) => labelOf(options, value));
  const id = useId();
  return (
    <fieldset className={`${layout.stack1} ${s.cards}`} aria-describedby={control['aria-describedby']}>
      <legend className={layout.legend}>{props.label}</legend>
      <div className={s.options}>
        {options.map(({ value, label, detail }) => (
          <label key={value} className={s.card}>
            <input
              type="radio"
              name={`${control.name}${id}`}
              value={value}
              checked={value === chosen}
              disabled={frozen}
              aria-label={label}
              aria-describedby={detail && `${id}${value}`}
              className={s.radio}
              onChange={() => change(value)}
            />
            <span className={s.label}>{label}</span>
            {detail && (
              <span id={`${id}${value}`} className={`${layout.hint} ${s.detail}`}>
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
