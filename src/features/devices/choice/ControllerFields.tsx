// Which controller a device is to speak for. What cannot be chosen is not asked for: where there is no company, only the
// names of the first company and its first controller.

import { useEffect } from 'react';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { isNew } from './controllerChoice.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

export function ControllerFields() {
  const canCall = useCanCall();
  const companies = useCompanies();
  const company = useFormValue('company_id', isText);
  const controller = useFormValue('controller_id', isText);
  const isKnownCompany = company.value !== '' && company.value !== isNew;
  const controllers = useResource(
    'GET /companies/{id}/access-controllers',
    isKnownCompany ? { id: Number(company.value) } : null,
  );
  const mayAdd = canCall('POST /access-controllers');
  const knownCompanies = companyOptions(companies);
  const known = (controllers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  useOnly(company, companies.list && knownCompanies.map(({ value }) => value), canCall('POST /companies') && mayAdd);
  useOnly(controller, company.value === isNew ? [] : controllers.data && known.map(({ value }) => value), mayAdd);
  const offered = (label: string, isOffered: boolean) => (isOffered ? [{ value: isNew, label }] : []);
  return (
    <FieldGrid>
      {(knownCompanies.length > 0 || company.value !== isNew) && (
        <SelectField
          name="company_id"
          label="Company"
          placeholder={companies.loading ? 'Loading companies…' : 'Choose a company'}
          hint={companies.error}
          options={[...knownCompanies, ...offered('A new company', canCall('POST /companies') && mayAdd)]}
          required
        />
      )}
      {company.value === isNew && (
        <TextField name="company_name" label="Name of the company" autoFocus={knownCompanies.length === 0} required />
      )}
      {known.length > 0 && (
        <SelectField
          name="controller_id"
          label="Access controller"
          placeholder="Choose an access controller"
          options={[...known, ...offered('A new access controller', mayAdd)]}
          required
        />
      )}
      {controller.value === isNew && (
        <TextField
          name="controller_name"
          label="Name of the access controller"
          hint="The door or the place of the device, such as Main entrance"
          required
        />
      )}
    </FieldGrid>
  );
}

/** The only choice is made already; a choice that is gone is taken back. `known` is undefined while it loads. */
function useOnly(field: { value: string; change(next: string): void }, known: string[] | undefined, mayAdd: boolean) {
  const { value, change } = field;
  const only = known?.length === 0 && mayAdd ? isNew : known?.length === 1 && !mayAdd ? known[0] : undefined;
  const isGone = known !== undefined && value !== '' && value !== isNew && !known.includes(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new with every render, and does the same.
  useEffect(() => {
    if (only !== undefined && value === '') change(only);
    else if (isGone) change('');
  }, [only, value, isGone]);
}
