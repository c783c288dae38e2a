// Who an employee is in the HR system, chosen by hand. A choice stays, whatever number and e-mail say.

import type { HrPeople } from '../../../shared/contract/hrConnections.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { SearchSelect } from '../../../platform/ui/filters/SearchSelect.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { detailOf, type EmployeeRow } from './matchList.ts';
import * as s from './MatchScreen.module.css';

interface ChoosePersonProps {
  companyId: number;
  people: HrPeople;
  employee: EmployeeRow;
  onClose(): void;
}

export function ChoosePerson({ companyId, people, employee, onClose }: ChoosePersonProps) {
  const save = useAction('PUT /companies/{id}/hr-matches', { after: onClose });
  const form = useForm({
    initial: { person_id: employee.person_id },
    rules: {},
    send: async ({ person_id }) => {
      const matches = [{ employee_id: employee.id, person_id }];
      const outcome = await save.run({ id: companyId, body: { matches } });
      // The server names the row of many; here there is one.
      return outcome.ok ? outcome : { ok: false, fields: { person_id: Object.values(outcome.fields)[0] } };
    },
    action: save,
  });
  return (
    <FormDialog title={`Match ${employee.name}`} submitLabel="Save Match" form={form} onClose={onClose}>
      <p>
        Records of {employee.name}, {employee.employee_id}, go to this person in {people.connector_name}.
      </p>
      <div className={s.choice}>
        <PersonField people={people} employee={employee} />
      </div>
    </FormDialog>
  );
}

function PersonField({ people, employee }: { people: HrPeople; employee: EmployeeRow }) {
  const { value, change, error } = useFormValue('person_id', isText);
  const owners = new Map(people.employees.map(({ person_id, name }) => [person_id, name]));
  const options = people.people.map((person) => {
    const owner = person.id === employee.person_id ? undefined : owners.get(person.id);
    const detail = [detailOf(person), owner && `matched with ${owner}`].filter(Boolean).join(' · ');
    return { value: person.id, label: person.name || person.id, detail };
  });
  return (
    <SearchSelect
      label={`Person in ${people.connector_name}`}
      value={value}
      allLabel={employee.matched_by === 'chosen' ? 'No choice: match by the rule' : 'Nobody chosen'}
      options={options}
      error={error}
      onChange={change}
    />
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
