// The controller that a device is to speak for, as a form chooses it: one that exists, or a new one, of a company that
// may be new too. So an empty server needs one form.

import { required, type Check, type Rules } from '../../../shared/contract/validate.ts';
import { controllerRules } from '../../../shared/contract/controllers.ts';
import { companyRules } from '../../../shared/contract/companies.ts';

/** In place of an id. */
export const isNew = 'new';

export const noController = { company_id: '', company_name: '', controller_id: '', controller_name: '' };
export type ControllerChoice = typeof noController;

const ifNew =
  (field: keyof ControllerChoice, checks: readonly Check[]): Check =>
  (value, all) =>
    all[field] === isNew ? checks.map((check) => check(value, all)).find(Boolean) : undefined;

export const choiceRules: Rules<keyof ControllerChoice> = {
  company_id: [required('Company is required')],
  company_name: [ifNew('company_id', companyRules.name)],
  controller_id: [required('Access controller is required')],
  controller_name: [ifNew('controller_id', controllerRules.name)],
};

export const newCompany = ({ company_name }: ControllerChoice) => ({
  name: company_name,
  crm_company_id: '',
  contact_email: '',
  contact_phone: '',
  system_url: '',
  address: '',
});

export const newController = ({ controller_name }: ControllerChoice, companyId: number) => ({
  company_id: companyId,
  name: controller_name,
  device_id: '',
  webhook_url: '',
  location: '',
  description: '',
  is_active: true,
  latitude: null,
  longitude: null,
  crm_location_id: '',
});
