// The kind of companies, for their lists and pages.

import { useOffered } from '../../platform/hooks/useOffered.ts';
import type { RecordKind } from '../../platform/records/recordKind.ts';
import { retryHint } from '../../platform/ui/feedback/FailedReads.tsx';
import { type Company, type CompanyUrl, textsOfCompany } from '../../shared/contract/companies.ts';
import { listed } from '../../shared/words/listed.ts';
import { plural } from '../../shared/words/plural.ts';

export const companyKind: RecordKind<Company> = {
  title: 'Companies',
  subtitle: 'Manage client companies and their access controllers',
  one: 'company',
  many: 'companies',
  addLabel: 'Add Company',
  cardLines: 8,
  add: 'POST /companies',
  edit: 'PUT /companies/{id}',
  remove: { key: 'DELETE /companies/{id}', args: (id) => ({ id }) },
  nameOf: (company) => company.name,
  goesWith: (company) => <CompanyContents company={company} />,
  textsOf: textsOfCompany,
};

/** Says, before a company is deleted, what goes with it, as far as that is known. */
function CompanyContents({ company: { id, urls } }: { company: Company }) {
  const employees = useOffered('GET /companies/{id}/employees', { id });
  const controllers = useOffered('GET /companies/{id}/access-controllers', { id });
  if (employees.loading || controllers.loading) return 'Counting what goes with it…';
  const contents = [
    counted(employees.data?.length, 'employee'),
    counted(controllers.data?.length, 'access controller'),
    counted(urls.length, 'URL'),
  ].filter((words) => words !== undefined);
  const goes = contents.length === 1 && contents[0]?.startsWith('1 ') ? 'goes' : 'go';
  const failed = [employees, controllers].filter(({ error }) => error);
  function countAgain() {
    for (const { reload } of failed) reload();
  }
  return (
    <>
      {contents.length > 0 && `${listed(contents)} ${goes} with it. `}
      {failed[0] && retryHint(`Not everything could be counted. ${failed[0].error?.message}`, countAgain)}
    </>
  );
}

const counted = (count: number | undefined, noun: string) => (count ? plural(count, noun) : undefined);

/** Sums up the URLs of a company: '3 URLs, 1 offline'. */
export function urlHealth(urls: readonly CompanyUrl[]): string {
  if (urls.length === 0) return 'No URLs';
  const all = plural(urls.length, 'URL');
  const offline = urls.filter(({ health_status }) => health_status === 'offline').length;
  if (offline > 0) return `${all}, ${offline} offline`;
  return urls.every(({ health_status }) => health_status === 'online') ? `${all}, online` : all;
}
