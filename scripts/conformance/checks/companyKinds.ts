// The company that the kit creates, and what belongs to it.

import type { AccessController } from '../../../src/shared/contract/controllers.ts';
import type { Company, CompanyUrl } from '../../../src/shared/contract/companies.ts';
import type { Employee } from '../../../src/shared/contract/employees.ts';
import { emailOf, type Kind, type Marked, named, renamed, step, unpaged } from './kinds.ts';

export function companies({ client, mark }: Marked): Kind<Company> {
  const body = {
    name: named(mark),
    crm_company_id: '00123',
    contact_email: emailOf(mark),
    contact_phone: '',
    system_url: '',
    address: '',
  };
  return {
    list: (query) => client.call('GET /companies', { query }),
    expected: { name: renamed(mark), crm_company_id: body.crm_company_id },
    create: step(client, 'POST /companies', () => ({ body })),
    invalid: [['name', () => client.call('POST /companies', { body: { ...body, name: '' } })]],
    change: step(client, 'PUT /companies/{id}', (id) => ({ id, body: { ...body, name: renamed(mark) } })),
    remove: step(client, 'DELETE /companies/{id}', (id) => ({ id })),
    isOfCompany: true,
  };
}

export const urls =
  (companyId: number, urlType: string) =>
  ({ client, mark }: Marked): Kind<CompanyUrl> => {
    const body = {
      url_type: urlType,
      url: `https://${mark}.conformance.invalid/`,
      description: named(mark),
      is_active: true,
    };
    const changed = { ...body, description: renamed(mark), is_active: false };
    return {
      list: () => unpaged(client.call('GET /companies/{id}/urls', { id: companyId })),
      expected: { description: changed.description, is_active: false },
      create: step(client, 'POST /companies/{id}/urls', () => ({ id: companyId, body })),
      invalid: [['url', () => client.call('POST /companies/{id}/urls', { id: companyId, body: { ...body, url: '' } })]],
      change: step(client, 'PUT /company-urls/{id}', (id) => ({ id, body: changed })),
      remove: step(client, 'DELETE /company-urls/{id}', (id) => ({ id })),
      isOfCompany: true,
    };
  };

export const controllers =
  (companyId: number, secret: string) =>
  ({ client, mark }: Marked): Kind<AccessController> => {
    const body = {
      company_id: companyId,
      name: named(mark),
      device_id: 'AC001',
      webhook_url: '',
      webhook_secret: secret,
      location: '',
      description: named(mark),
      is_active: true,
      latitude: 12.345678,
      longitude: null,
      crm_location_id: '',
    };
    const changed = { ...body, name: renamed(mark), latitude: null, longitude: -0.5 };
    return {
      list: (query) => client.call('GET /access-controllers', { query }),
      expected: { name: changed.name, latitude: null, longitude: -0.5 },
      create: step(client, 'POST /access-controllers', () => ({ body })),
      invalid: [['name', () => client.call('POST /access-controllers', { body: { ...body, name: '' } })]],
      change: step(client, 'PUT /access-controllers/{id}', (id) => ({ id, body: changed })),
      remove: step(client, 'DELETE /access-controllers/{id}', (id) => ({ id })),
      isOfCompany: true,
    };
  };

/** Of an employment that covers the days of other checks; a change that leaves them out keeps them. */
const dates = { employed_from: '2001-01-31', employed_until: '2999-12-01' };

export const employees =
  (companyId: number, hasEmployment: boolean) =>
  ({ client, mark }: Marked): Kind<Employee> => {
    const fields = {
      name: named(mark),
      email: emailOf(mark),
      phone: '',
      department: '',
      position: '',
      crm_employee_id: '',
    };
    const employment = hasEmployment ? dates : {};
    const body = { company_id: companyId, employee_id: '00123', ...fields, ...employment };
    const create = (changed: Partial<typeof body>) => () =>
      client.call('POST /employees', { body: { ...body, ...changed } });
    return {
      list: (query) => client.call('GET /employees', { query: { ...query, company_id: companyId } }),
      expected: { name: renamed(mark), employee_id: body.employee_id, ...employment },
      create: step(client, 'POST /employees', () => ({ body })),
      invalid: [
        ['employee_id', create({ employee_id: '' })],
        ['name', create({ name: '' })],
      ],
      change: step(client, 'PUT /employees/{id}', (id) => ({ id, body: { ...fields, name: renamed(mark) } })),
      remove: step(client, 'DELETE /employees/{id}', (id) => ({ id })),
      isOfCompany: true,
    };
  };
