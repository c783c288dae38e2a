// Companies and their URLs.

import type { Calls } from './call.ts';
import { absoluteUrl, atMost, emailLike, longText, shortText } from './checks.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  flagOr,
  integer,
  list,
  nothing,
  object,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { count, ifGiven, ifUnderstood, page, version, withDefault } from './decodeRecords.ts';
import { employee } from './employees.ts';
import { field, rulesOf, searchedTexts, textField } from './fields.ts';
import { companiesQuery, healthState } from './queries.ts';
import { companyLists } from './touches.ts';
import { required } from './validate.ts';

const healthStatistics = object({ total: count, online: count, offline: count, unknown: count });
export type HealthStatistics = Decoded<typeof healthStatistics>;

export const companyUrl = object({
  id: integer,
  url_type: text,
  url: text,
  description: text,
  is_active: flagOr(true),
  health_status: withDefault(wordOr(healthState), 'unknown'),
  last_health_check: text,
  health_error: text,
  version,
});
export type CompanyUrl = Decoded<typeof companyUrl>;

/** Editable fields of a company, in the order of its form. */
export const companyFields = {
  name: textField('Name', { checks: [required('Name is required'), shortText], identifies: true }),
  crm_company_id: textField('CRM Company ID', { identifies: true }),
  contact_email: textField('Contact Email', { checks: [emailLike, shortText], identifies: true }),
  contact_phone: textField('Contact Phone', { identifies: true }),
  system_url: textField('System URL', { checks: [absoluteUrl, atMost(2_000)] }),
  address: textField('Address', { checks: [longText] }),
};
/** Body of a write. Missing fields count as empty. */
export const companyBody = object(companyFields);
const editedCompany = object({
  ...companyFields,
  /** Active by default in a new company, unchanged by an edit that leaves it out. */
  is_active: field(ifGiven(flag), 'Active', { checks: [], feature: 'company_activation' }),
});

export const company = object({
  id: integer,
  unique_identifier: text,
  ...companyFields,
  is_active: flagOr(true),
  created_at: text,
  urls: list(companyUrl),
  employees: optional(list(employee)),
  /** Time zone from the day rules, where the server announces 'company_timezones'. */
  timezone: optional(text),
  version,
});
export type Company = Decoded<typeof company>;

export const companyRules = rulesOf(companyFields);

const enteredTexts = searchedTexts(companyFields);
export const textsOfCompany = (company: Parameters<typeof enteredTexts>[0] & Pick<Company, 'unique_identifier'>) => [
  ...enteredTexts(company),
  company.unique_identifier,
];

export const urlRules = {
  url_type: [required('URL type is required'), shortText],
  url: [required('URL is required'), absoluteUrl, atMost(2_000)],
  description: [longText],
};

/** Reads whose answers include a company's URLs. */
const urlLists = [
  'GET /companies/{id}/urls',
  'GET /companies',
  'GET /companies/{id}',
  'GET /companies/{id}/hr-connection',
] as const;

const companyAnswer = bareOrUnder('company', company);
const companySave = {
  rules: companyRules,
  answer: ifUnderstood(companyAnswer),
  failed: 'An error occurred',
  touches: companyLists,
} as const;
const urlEdit = { needs: 'companies.edit', touches: urlLists } as const;
const urlSave = {
  ...urlEdit,
  body: object({ url_type: text, url: text, description: text, is_active: optional(flag) }),
  rules: urlRules,
  answer: ifUnderstood(companyUrl),
  failed: 'Failed to save URL',
} as const;

export const calls = {
  'GET /companies': {
    needs: 'companies.view',
    query: companiesQuery,
    answer: page(company),
    failed: 'Failed to fetch companies',
  },
  // Callers whose rights cover every company choose from all of them by name.
  'GET /companies/all': {
    needs: 'companies.view',
    orNeeds: 'companies.all',
    answer: list(company),
    failed: 'Failed to fetch companies',
  },
  'GET /companies/{id}': {
    needs: 'companies.view',
    answer: companyAnswer,
  },
  'POST /companies': {
    ...companySave,
    needs: 'companies.create',
    body: companyBody,
    done: 'Company created successfully',
  },
  'PUT /companies/{id}': {
    ...companySave,
    needs: 'companies.edit',
    body: editedCompany,
    editedRecord: company,
    done: 'Company updated successfully',
  },
  'DELETE /companies/{id}': {
    needs: 'companies.delete',
    answer: nothing,
    done: 'Company deleted successfully',
    failed: 'Failed to delete company',
    touches: companyLists,
  },
  'GET /companies/{id}/urls': {
    needs: 'companies.view',
    answer: list(companyUrl),
    failed: 'Failed to fetch URLs',
  },
  'POST /companies/{id}/urls': { ...urlSave, done: 'URL created successfully' },
  'PUT /company-urls/{id}': { ...urlSave, editedRecord: companyUrl, done: 'URL updated successfully' },
  'DELETE /company-urls/{id}': {
    ...urlEdit,
    answer: nothing,
    done: 'URL deleted successfully',
    failed: 'Failed to delete URL',
  },
  'POST /company-urls/{id}/check-health': {
    ...urlEdit,
    answer: ifUnderstood(companyUrl),
    done: 'Health check completed',
    failed: 'Failed to check health',
  },
  'GET /company-urls/health-statistics': {
    needs: 'companies.view',
    answer: healthStatistics,
  },
} satisfies Calls;
