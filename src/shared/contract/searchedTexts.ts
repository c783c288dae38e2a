// The texts of each kind of record that a search looks at: what names it, and what identifies it.

import type { AccessController } from './controllers.ts';
import type { Company } from './companies.ts';
import type { Employee } from './employees.ts';
import type { Role } from './people.ts';
import type { User } from './session.ts';

type Texts<R, Field extends keyof R> = (record: Pick<R, Field>) => readonly string[];

export const textsOfCompany: Texts<
  Company,
  'name' | 'unique_identifier' | 'crm_company_id' | 'contact_email' | 'contact_phone'
> = (company) => [
  company.name,
  company.unique_identifier,
  company.crm_company_id,
  company.contact_email,
  company.contact_phone,
];

export const textsOfController: Texts<
  AccessController,
  'name' | 'unique_identifier' | 'device_id' | 'location' | 'crm_location_id' | 'company'
> = (controller) => [
  controller.name,
  controller.unique_identifier,
  controller.device_id,
  controller.location,
  controller.crm_location_id,
  controller.company?.name ?? '',
];

export const textsOfEmployee: Texts<Employee, 'name' | 'employee_id' | 'crm_employee_id' | 'email' | 'phone'> = (
  employee,
) => [employee.name, employee.employee_id, employee.crm_employee_id, employee.email, employee.phone];

export const textsOfUser: Texts<User, 'name' | 'email'> = (user) => [user.name, user.email];

export const textsOfRole: Texts<Role, 'name' | 'display_name' | 'description'> = (role) => [
  role.name,
  role.display_name,
  role.description,
];
