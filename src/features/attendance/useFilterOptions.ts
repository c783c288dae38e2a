// The options of the filters: all companies, and the employees and controllers of the chosen one.

import { unreadNote } from '../../shared/words/unreadNote.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { companyOptions, useCompanies } from '../../platform/lists/useCompanies.ts';
import type { Filters } from './list.ts';
import type { Option } from '../../platform/ui/option.ts';

type List = 'companies' | 'employees' | 'controllers';

export interface FilterOptions {
  companies: readonly Option[];
  employees: readonly Option[];
  controllers: readonly Option[];
  /** Shown after the options: that they are loading, or why some are missing. */
  missing: Readonly<Record<List, string | undefined>>;
  /** Why none can be chosen yet. */
  waiting: Readonly<Partial<Record<List, string>>>;
}

/** Companies are loaded once there is one to choose or to name. Employee 0 means those that the server does not know. */
export function useFilterOptions(
  { company_id: companyId, employee_id: employeeId }: Filters,
  isChoosing: boolean,
): FilterOptions {
  const companies = useCompanies(isChoosing || companyId !== '');
  const ofCompany = companyId ? { id: companyId } : null;
  const employees = useResource('GET /companies/{id}/employees', ofCompany);
  const controllers = useResource('GET /companies/{id}/access-controllers', ofCompany);

  const reason = (what: string, { loading, error }: { loading: boolean; error: unknown }) => {
    if (!companyId) return 'Choose a company first';
    if (loading) return `Loading ${what}…`;
    return error ? `The ${what} could not be loaded` : undefined;
  };
  // While those of another company load, the previous ones must not be offered.
  const of = <T>({ data, loading }: { data: T[] | undefined; loading: boolean }) => (loading ? [] : (data ?? []));

  // A company is unknown only if the complete list lacks it; before that, an export would state it for good.
  const own = companies.list && { id: Number(companyId) || null, name: undefined };

  return {
    companies: companyOptions(companies, own),
    employees: [
      ...(employeeId === '0' ? [{ value: '0', label: 'Unknown Employee' }] : []),
      ...of(employees).map(({ id, name, employee_id }) => ({ value: String(id), label: name, detail: employee_id })),
    ],
    controllers: of(controllers).map(({ id, name, location }) => ({
      value: String(id),
      label: name,
      detail: location,
    })),
    missing: {
      companies: companies.missing,
      employees: unreadNote(employees.unread),
      controllers: unreadNote(controllers.unread),
    },
    waiting: { employees: reason('employees', employees), controllers: reason('controllers', controllers) },
  };
}
