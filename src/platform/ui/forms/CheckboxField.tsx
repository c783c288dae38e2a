import { Checkbox } from './Checkbox.tsx';
import { type FieldProps, useField } from './Field.tsx';
import * as s from './CheckboxField.module.css';
import * as field from './Field.module.css';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export function CheckboxField(props: Omit<FieldProps, 'required'>) {
  const { control, frozen, value, change, notes } = useField(props, isFlag, (value) => (value ? 'Yes' : 'No'));
  const { readOnly, ...attributes } = control;
  return (
    <div className={field.field}>
      <div className={s.choice}>
        <Checkbox
          {...attributes}
          disabled={readOnly || frozen}
          checked={value}
          onChange={(event) => change(event.target.checked)}
        />
        <label htmlFor={control.id}>{props.label}</label>
      </div>
      {notes}
    </div>
  );
}
