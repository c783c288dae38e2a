// Companies to choose from: all of them, or page 1 if the call for all fails, as on servers that lack it. Users who may
// not view companies get their own, by name. A record's own company is always included.

import type { Company } from '../../shared/contract/companies.ts';
import type { AssignedCompany } from '../../shared/contract/session.ts';
import { today } from '../../shared/words/days.ts';
import { unreadNote } from '../../shared/words/plural.ts';
import { useResource } from '../hooks/useResource.ts';
import { canCall, hasSeveralZones } from '../session/permissions.ts';
import { useUser } from '../session/session.tsx';
import { retryHint } from '../ui/feedback/FailedReads.tsx';
import type { Option } from '../ui/option.ts';
import { companiesList } from './companiesList.ts';
import { listing } from './listView.ts';

export type CompanyChoice = AssignedCompany & Pick<Partial<Company>, 'crm_company_id' | 'timezone'>;

export interface Companies {
  list: readonly CompanyChoice[] | undefined;
  loading: boolean;
  /** Text after the list: that it is loading, or why companies are missing. */
  missing: string | undefined;
  /** Why companies are missing, if they could not be loaded or decoded. */
  error: string | undefined;
  reload(): void;
}

export function useCompanies(isNeeded = true): Companies {
  const user = useUser();
  const mayView = canCall(user, 'GET /companies/all');
  const all = useResource('GET /companies/all', isNeeded && mayView ? {} : null);
  const first = useResource(companiesList.key, all.error ? companiesList.args(listing) : null);
  const list = all.data ?? first.data?.data ?? (mayView ? undefined : user.companies);
  const loading = all.loading || first.loading;
  const isCut = all.error?.kind !== 'notFound' && first.data && first.data.last_page > 1;
  const failed = first.error ? all.failed : isCut && 'Only the first companies could be loaded';
  const error = failed || unreadNote(all.data ? all.unread : first.unread);
  return { list, loading, missing: loading && !list ? 'Loading companies…' : error, error, reload: all.reload };
}

/** Returns today by a company's clock, which only differs between companies if they are in several time zones. */
export function useTodayOf(): (companyId: number) => string {
  const user = useUser();
  const { list = [] } = useCompanies(hasSeveralZones(user));
  return (companyId) => today(0, list.find(({ id }) => id === companyId)?.timezone);
}

export function companyOptions(
  { list = [] }: Companies,
  own?: { id: number | null; name: string | undefined },
): Option[] {
  const options = list.map(({ id, name }) => ({ value: String(id), label: name }));
  if (!own || own.id === null || list.some(({ id }) => id === own.id)) return options;
  return [{ value: String(own.id), label: own.name || 'Unknown Company' }, ...options];
}

/** Companies as the options of a field, which says if some are missing. */
export const companyChoice = (companies: Companies, own?: Parameters<typeof companyOptions>[1]) => ({
  options: companyOptions(companies, own),
  missing: companies.missing,
  hint: retryHint(companies.error, companies.reload),
});

/** Calls no company unknown while companies are still loading. */
export function companyName(
  { company, company_id }: { company: { name: string } | null; company_id: number | null },
  { list, loading }: Companies,
): string {
  const name = company?.name || list?.find(({ id }) => id === company_id)?.name;
  return name || (loading && !list && company_id !== null ? '…' : 'Unknown Company');
}
