// Which value of the claim leads to which role.

import { useId } from 'react';
import type { MappedRole, SingleSignOn } from '../../../shared/contract/singleSignOn.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import * as s from './SingleSignOn.module.css';

const isMapping = (value: unknown): value is readonly MappedRole[] => Array.isArray(value);

export function MappingField({ roles }: Pick<SingleSignOn, 'roles'>) {
  const { value: rows, change, error } = useFormValue('mapping', isMapping);
  const errorId = useId();
  const options = [
    { value: '0', label: 'Choose a role' },
    ...roles.map(({ id, display_name }) => ({ value: String(id), label: display_name })),
  ];
  const set = (at: number, next: Partial<MappedRole>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...next } : row)));
  return (
    <fieldset className={s.rows}>
      <legend className={s.legend}>Mapping</legend>
      <p className={s.hint}>Whoever has the value in the claim gets the role.</p>
      {rows.map(({ claim_value, role_id }, index) => (
        <div key={index} className={s.row}>
          <FilterField label={`Value ${index + 1}`}>
            {(control) => (
              <input
                {...control}
                value={claim_value}
                aria-invalid={(error && (claim_value.trim() === '' || role_id === 0)) || undefined}
                aria-describedby={error && errorId}
                onChange={(event) => set(index, { claim_value: event.target.value })}
              />
            )}
          </FilterField>
          <FilterSelect
            label={`Role of value ${index + 1}`}
            value={String(role_id)}
            options={options}
            onChange={(chosen) => set(index, { role_id: Number(chosen) })}
          />
          <Button
            kind="quiet"
            icon={<ActionIcon name="trash" />}
            aria-label={`Remove value ${index + 1}`}
            title="Remove"
            onClick={() => change(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error && (
        <p id={errorId} role="alert" className={s.problem}>
          <StatusIcon name="warning" /> {error}
        </p>
      )}
      <span>
        <Button
          size="small"
          icon={<ActionIcon name="plus" />}
          onClick={() => change([...rows, { claim_value: '', role_id: 0 }])}
        >
          Add Value
        </Button>
      </span>
    </fieldset>
  );
}
