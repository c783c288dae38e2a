// What the filters offer: all companies, and the employees and controllers of the chosen one.

import { useResource } from '../../hooks/useResource.ts';
import { companyOptions, useCompanies } from '../../crud/useCompanies.ts';
import type { Option } from '../../ui/option.ts';

export interface FilterOptions {
  companies: readonly Option[];
  missingCompanies: string | undefined;
  employees: readonly Option[];
  controllers: readonly Option[];
  /** Why employees and controllers cannot be chosen now. */
  waiting: { employees: string | undefined; controllers: string | undefined };
}

/** Companies are asked for where there is something to choose or to name. */
export function useFilterOptions(companyId: string, isChoosing: boolean): FilterOptions {
  const companies = useCompanies(isChoosing || companyId !== '');
  const ofCompany = companyId ? { id: companyId } : null;
  const employees = useResource('GET /companies/{id}/employees', ofCompany);
  const controllers = useResource('GET /companies/{id}/access-controllers', ofCompany);

  const why = (what: string, { loading, error }: { loading: boolean; error: unknown }) => {
    if (!companyId) return 'Choose a company first';
    if (loading) return `Loading ${what}…`;
    return error ? `The ${what} could not be loaded` : undefined;
  };
  // While another company's are on their way, the old ones are nobody's.
  const of = <T>({ data, loading }: { data: T[] | undefined; loading: boolean }) => (loading ? [] : (data ?? []));

  // Who is not among all that there are is unknown; until they are there, an export would say so for good.
  const own = companies.list && { id: Number(companyId) || null, name: undefined };

  return {
    companies: companyOptions(companies, own),
    missingCompanies: companies.missing,
    employees: of(employees).map(({ id, name, employee_id }) => ({
      value: String(id),
      label: name,
      detail: employee_id,
    })),
    controllers: of(controllers).map(({ id, name, location }) => ({
      value: String(id),
      label: name,
      detail: location,
    })),
    waiting: { employees: why('employees', employees), controllers: why('controllers', controllers) },
  };
}

export function nameAmong(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
