import type { Company } from '../../../src/shared/contract/companies.ts';
import type { RecordKind } from '../../platform/records/recordActions.ts';
import { searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import { findCompany } from './companyQueries.ts';

/** How companies are read and written as records; what belongs to a company checks its scope with it. */
export const companyRecord: RecordKind<Company> = {
  table: 'companies',
  noun: 'Company',
  edit: 'PUT /companies/{id}',
  searched: searchedKinds.companies,
  find: findCompany,
};
