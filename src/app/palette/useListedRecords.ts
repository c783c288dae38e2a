// People, companies and controllers that match, with a server that does not search: in lists that are read whole.

import type { AccessController } from '../../shared/contract/controllers.ts';
import type { Company } from '../../shared/contract/companies.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { companyResult, controllerResult, personResult, textsOf } from './records.ts';
import type { FoundRecords, Result, ResultGroup } from './result.ts';
import { type Reading, wholeIndex } from './wholeIndex.ts';

const named = { textsOf, nameOf: ({ name }: { name: string }) => name };

const usePeople = wholeIndex<Employee>(
  'GET /employees',
  { one: 'person', many: 'people', ...named },
  (api, page, per_page, signal) => api('GET /employees', { query: { page, per_page } }, { signal }),
);
const useAllCompanies = wholeIndex<Company>(
  'GET /companies',
  { one: 'company', many: 'companies', ...named },
  (api, page, per_page, signal) => api('GET /companies', { query: { page, per_page } }, { signal }),
);
const useControllers = wholeIndex<AccessController>(
  'GET /access-controllers',
  { one: 'controller', many: 'controllers', ...named },
  (api, page, per_page, signal) => api('GET /access-controllers', { query: { page, per_page } }, { signal }),
);

export function useListedRecords(query: string, ofCompany: string, isNeeded: boolean, most: number): FoundRecords {
  const canCall = useCanCall();
  const isWanted = isNeeded && query !== '';
  const people = usePeople(isWanted && canCall('GET /employees'));
  const companies = useAllCompanies(isWanted && canCall('GET /companies'));
  const controllers = useControllers(isWanted && canCall('GET /access-controllers'));

  const group = <T>(title: string, reading: Reading<T>, show: (record: T) => Result): ResultGroup => ({
    title,
    results: reading.find(query).slice(0, most).map(show),
    isSearching: reading.progress !== undefined,
    progress: reading.progress,
    cancel: reading.cancel,
    note: reading.note,
    retry: reading.retry,
  });
  return {
    groups: [
      group('People', people, personResult),
      group('Companies', companies, companyResult),
      group('Access Controllers', controllers, controllerResult),
    ],
    companies: {
      results: companies.find(ofCompany).slice(0, most).map(companyResult),
      isSearching: companies.progress !== undefined,
    },
  };
}
