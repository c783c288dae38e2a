// Chooses the controller for a device. It asks only if there is a choice; without a company, it asks for the names of
// the first company and its first controller.

import { useEffect, useRef } from 'react';
import { useTextValue } from '../../../platform/hooks/formState.ts';
import { type Outcome, useAction } from '../../../platform/hooks/useAction.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { CompanyField } from '../../../platform/lists/CompanyField.tsx';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { missingOptions } from '../../../platform/ui/feedback/FailedReads.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { companyBody, companyRules } from '../../../shared/contract/companies.ts';
import { controllerBody, controllerRules } from '../../../shared/contract/controllers.ts';
import { type Check, type Rules, required } from '../../../shared/contract/validate.ts';

export function ControllerFields() {
  const canCall = useCanCall();
  const companies = useCompanies();
  const company = useTextValue('company_id');
  const controller = useTextValue('controller_id');
  const isKnownCompany = company.value !== '' && company.value !== isNew;
  const controllers = useResource(
    'GET /companies/{id}/access-controllers',
    isKnownCompany ? { id: Number(company.value) } : null,
  );
  const mayAdd = canCall('POST /access-controllers');
  const knownCompanies = companyOptions(companies);
  const options = (controllers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  useOnly(company, companies.list && knownCompanies.map(({ value }) => value), canCall('POST /companies') && mayAdd);
  useOnly(controller, company.value === isNew ? [] : controllers.data && options.map(({ value }) => value), mayAdd);
  const offered = (label: string, isOffered: boolean) => (isOffered ? [{ value: isNew, label }] : []);
  return (
    <FieldGrid>
      {(knownCompanies.length > 0 || company.value !== isNew) && (
        <CompanyField companies={companies} further={offered('A new company', canCall('POST /companies') && mayAdd)} />
      )}
      {company.value === isNew && (
        <TextField name="company_name" label="Name of the company" autoFocus={knownCompanies.length === 0} required />
      )}
      {(options.length > 0 || controllers.error) && (
        <SelectField
          name="controller_id"
          label="Access controller"
          placeholder="Choose an access controller"
          options={[...options, ...offered('A new access controller', mayAdd)]}
          hint={missingOptions('access controllers', controllers).hint}
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

/** Selects the only option, and clears a value that no longer exists. `known` is undefined while it loads. */
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

/** Stands for a new company or controller, in place of an id. */
const isNew = 'new';

export const noController = { company_id: '', company_name: '', controller_id: '', controller_name: '' };
type ControllerChoice = typeof noController;

const ifNew =
  (field: keyof ControllerChoice, checks: readonly Check[]): Check =>
  (value, all) =>
    all[field] === isNew ? checks.map((check) => check(value, all)).find(Boolean) : undefined;

/**
 * The controller a device will speak for, as a form chooses it: an existing one, or a new one whose company may be new,
 * too. An empty server therefore needs one form only.
 */
export const choiceRules: Rules<keyof ControllerChoice> = {
  company_id: [required('Company is required')],
  company_name: [ifNew('company_id', companyRules.name)],
  controller_id: [required('Access controller is required')],
  controller_name: [ifNew('controller_id', controllerRules.name)],
};

interface ChosenController {
  busy: boolean;
  error: string | undefined;
  /** Returns the controller's id, and fails if the form was closed meanwhile. */
  choose(choice: ControllerChoice): Promise<Outcome<number>>;
  /** Whether the form is still open. */
  isOpen(): boolean;
}

/**
 * Adds the company and the controller of the form if they are new. They are not added twice when a later step fails and
 * the form is submitted again.
 */
export function useChosenController(): ChosenController {
  const addCompany = useAction('POST /companies', { quiet: true });
  const addController = useAction('POST /access-controllers', { quiet: true });
  const added = useRef<{ company?: number; controller?: number }>({});
  const { isOpen } = addController;

  async function companyOf(choice: ControllerChoice): Promise<Outcome<number>> {
    if (choice.company_id !== isNew) return succeeded(Number(choice.company_id));
    if (added.current.company) return succeeded(added.current.company);
    const outcome = await addCompany.run({ body: companyBody({ name: choice.company_name }) });
    if (!outcome.ok) return ofForm(outcome, 'company_name');
    const { data } = outcome.answered;
    added.current.company = data?.id;
    return idIn(data, 'company_id');
  }

  async function choose(choice: ControllerChoice): Promise<Outcome<number>> {
    if (choice.controller_id !== isNew) return succeeded(Number(choice.controller_id));
    if (added.current.controller) return succeeded(added.current.controller);
    const company = await companyOf(choice);
    if (!company.ok) return company;
    if (!isOpen()) return stopped;
    const { controller_name: name } = choice;
    const body = controllerBody({ company_id: company.answered.data, name, is_active: true });
    const outcome = await addController.run({ body });
    if (!outcome.ok) return ofForm(outcome, 'controller_name');
    const { data } = outcome.answered;
    added.current.controller = data?.id;
    return isOpen() ? idIn(data, 'controller_id') : stopped;
  }

  const busy = addCompany.busy || addController.busy;
  return { busy, error: addCompany.error ?? addController.error, choose, isOpen };
}

const stopped = { ok: false, fields: {} } as const;

const succeeded = (id: number): Outcome<number> => ({ ok: true, answered: { data: id, message: '', unread: [] } });

/** An answer that names no record must not make the form add it again. */
const idIn = (record: { id: number } | null, field: keyof ControllerChoice): Outcome<number> =>
  record ? succeeded(record.id) : { ok: false, fields: { [field]: 'It has been added. Please choose it here' } };

/** Moves what the server says of the new record's name to the field where this form has it. */
function ofForm({ fields: { name, ...fields }, ...failed }: Failure, field: keyof ControllerChoice): Failure {
  return { ...failed, fields: { ...fields, [field]: name } };
}
type Failure = Extract<Outcome<number>, { ok: false }>;
