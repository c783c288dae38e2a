// Adds the company and the controller that a form names, if they are new. What was added is not added again when a
// later step fails and the form is submitted once more.

import { useRef } from 'react';
import { type Outcome, useAction } from '../../../platform/hooks/useAction.ts';
import { isNew, newCompany, newController, type ControllerChoice } from './controllerChoice.ts';

interface Added {
  company?: number;
  controller?: number;
}

interface ChosenController {
  busy: boolean;
  error: string | undefined;
  /** Its id. */
  choose(choice: ControllerChoice): Promise<Outcome<number>>;
}

export function useChosenController(): ChosenController {
  const addCompany = useAction('POST /companies', { quiet: true });
  const addController = useAction('POST /access-controllers', { quiet: true });
  const added = useRef<Added>({});

  async function companyOf(choice: ControllerChoice): Promise<Outcome<number>> {
    if (choice.company_id !== isNew) return found(Number(choice.company_id));
    if (added.current.company) return found(added.current.company);
    const outcome = await addCompany.run({ body: newCompany(choice) });
    if (!outcome.ok) return { ...outcome, fields: { company_name: outcome.fields.name } };
    const { data } = outcome.answered;
    added.current.company = data?.id;
    return idIn(data);
  }

  async function choose(choice: ControllerChoice): Promise<Outcome<number>> {
    if (choice.controller_id !== isNew) return found(Number(choice.controller_id));
    if (added.current.controller) return found(added.current.controller);
    const company = await companyOf(choice);
    if (!company.ok) return company;
    const outcome = await addController.run({ body: newController(choice, company.answered.data) });
    if (!outcome.ok) return { ...outcome, fields: { controller_name: outcome.fields.name } };
    const { data } = outcome.answered;
    added.current.controller = data?.id;
    return idIn(data);
  }

  return { busy: addCompany.busy || addController.busy, error: addCompany.error ?? addController.error, choose };
}

const found = (id: number): Outcome<number> => ({ ok: true, answered: { data: id, message: '', unread: [] } });

const idIn = (record: { id: number } | null): Outcome<number> =>
  record ? found(record.id) : { ok: false, fields: {} };
