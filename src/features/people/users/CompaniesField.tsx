// The companies that a user may be assigned to. They have no effect beside a role that sees all of them.

import type { AssignedCompany } from '../../../shared/contract/session.ts';
import { ChecklistField } from '../../../platform/ui/forms/ChecklistField.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value);

interface CompaniesFieldProps {
  roles: readonly { id: number; label: string; seesAllCompanies: boolean }[];
  companies: readonly AssignedCompany[];
}

export function CompaniesField({ roles, companies }: CompaniesFieldProps) {
  const { value: chosen } = useFormValue('roles', isIds);
  const unlimited = roles.find(({ id, seesAllCompanies }) => seesAllCompanies && chosen.includes(id));
  return (
    <ChecklistField
      name="companies"
      label="Companies"
      lockedReason={unlimited && `${unlimited.label} sees every company; this list has no effect`}
      groups={[
        {
          options: companies.map(({ id, name, unique_identifier, contact_email }) => ({
            value: id,
            label: name,
            detail: [unique_identifier, contact_email].filter(Boolean).join(' · '),
          })),
        },
      ]}
    />
  );
}
