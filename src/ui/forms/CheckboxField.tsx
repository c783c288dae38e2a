// Yes or no.

import { Checkbox } from './Checkbox.tsx';
import { RequiredMark, useField, type FieldProps } from './Field.tsx';
import * as field from './Field.module.css';
import * as s from './CheckboxField.module.css';

export function CheckboxField<K extends string>(props: FieldProps<K, boolean>) {
  const { control, notes } = useField(props);
  const { readOnly, ...attributes } = control;
  return (
    <div className={field.field}>
      <div className={s.choice}>
        <Checkbox
          {...attributes}
          disabled={attributes.disabled || readOnly}
          checked={props.form.values[props.field]}
          onChange={(event) => props.form.set(props.field, event.target.checked)}
        />
        <label htmlFor={control.id}>{props.label}</label>
        {props.required && <RequiredMark />}
      </div>
      {notes}
    </div>
  );
}
