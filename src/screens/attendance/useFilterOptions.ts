// The options of the filters: all companies, and the employees and controllers of the chosen one.

import { useResource } from '../../hooks/useResource.ts';
import { companyOptions, useCompanies } from '../../crud/useCompanies.ts';
import type { Option } from '../../ui/option.ts';

export interface FilterOptions {
  companies: readonly Option[];
  missingCompanies: string | undefined;
  employees: readonly Option[];
  controllers: readonly Option[];
  /** Why employees and controllers cannot be chosen yet. */
  waiting: { employees: string | undefined; controllers: string | undefined };
}

/** Companies are loaded once there is one to choose or to name. */
export function useFilterOptions(companyId: string, isChoosing: boolean): FilterOptions {
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
    waiting: { employees: reason('employees', employees), controllers: reason('controllers', controllers) },
  };
}

export function nameAmong(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
