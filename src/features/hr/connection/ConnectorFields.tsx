// What the chosen connector asks for, and by what employees are matched with its people.

import { Link } from 'wouter';
import type { ConnectorField, HrConnection, HrConnector } from '../../../shared/contract/hrConnections.ts';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { matchAddress } from '../people/matchList.ts';
import { isSecret, nameOf } from './connectionForm.ts';
import * as s from './ConnectionDialog.module.css';

interface ConnectorFieldsProps {
  companyId: number;
  connector: HrConnector;
  saved: HrConnection;
}

const matchOptions = [
  { value: 'number', label: 'Employee ID' },
  { value: 'email', label: 'E-mail' },
];

export function ConnectorFields({ companyId, connector, saved }: ConnectorFieldsProps) {
  const { kind, name, fields, has_people } = connector;
  const isSaved = kind === saved.connector;
  if (fields.length === 0 && !has_people) return null;
  return (
    <>
      <FieldGrid>
        {fields.map((field) => (
          <OneField key={field.key} field={field} isStored={isSaved && saved.secrets_set.includes(field.key)} />
        ))}
        {fields.some(isSecret) && (
          <TextField
            name="expires_on"
            label="Credentials expire on"
            type="date"
            max="9999-12-31"
            hint="Their last day; empty if they do not expire. You are warned 14 days before."
          />
        )}
        {has_people && (
          <SelectField
            name="match_by"
            label="Match employees by"
            hint={`What an employee and a person in ${name} have in common`}
            options={matchOptions}
          />
        )}
      </FieldGrid>
      {has_people && isSaved && (
        <p className={s.hint}>
          Whoever is not matched that way is chosen by hand: <Link href={matchAddress(companyId)}>Match Employees</Link>
        </p>
      )}
    </>
  );
}

function OneField({ field, isStored }: { field: ConnectorField; isStored: boolean }) {
  const { label, help, kind, is_required, options } = field;
  const known = { name: nameOf(field), label, required: is_required && !isStored };
  switch (kind) {
    case 'secret': {
      const stored = isStored && 'Stored. Leave empty to keep it';
      return <PasswordField {...known} hint={[stored, help].filter(Boolean).join('. ')} autoComplete="off" />;
    }
    case 'choice':
      return (
        <SelectField {...known} hint={help} options={options} {...(!is_required && { placeholder: 'Not chosen' })} />
      );
    default:
      return <TextField {...known} hint={help} autoComplete="off" spellCheck={false} />;
  }
}
