// The screen of companies, with the dialogs of their URLs, HR sync and day rules.

import { useState } from 'react';
import { type Company, textsOfCompany } from '../../shared/contract/companies.ts';
import type { RecordKind } from '../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { DayRulesPart } from '../workday/DayRulesButton.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import { CompanyCard } from './CompanyCard.tsx';
import { CompanyDialog } from './CompanyDialog.tsx';
import { companyRecordsList } from './list.ts';
import { plural } from '../../shared/words/plural.ts';
import { useResource } from '../../platform/hooks/useResource.ts';

const CompaniesTable = lazyPart('The list', async () => (await import('./CompaniesTable.tsx')).CompaniesTable);
const UrlsDialog = lazyPart('The URLs', async () => (await import('./UrlsDialog.tsx')).UrlsDialog);
const HrSyncDialog = lazyPart(
  'The configuration',
  async () => (await import('../hr/config/HrSyncDialog.tsx')).HrSyncDialog,
);
const lazyParts = [CompaniesTable];

const kind: RecordKind<Company> = {
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

const healthLabel = 'URL Health';
const healthOptions = [
  { value: '', label: 'Any URL Health' },
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
  { value: 'unknown', label: 'Unknown' },
];

export default function CompaniesScreen() {
  const companies = useListSource(companyRecordsList);
  usePreloadWhen(companies.list.data !== undefined, lazyParts);
  const health = companies.params.url_health;
  const canCall = useCanCall();
  const seesHrSync = canCall('GET /companies/{id}/hr-sync/config');
  const [urlsOf, setUrlsOf] = useState<Company>();
  const [hrSyncOf, setHrSyncOf] = useState<Company>();
  const maySetDayRules = canCall('PUT /companies/{id}/day-rules');
  const [dayRulesOf, setDayRulesOf] = useState<Company>();

  return (
    <>
      <CrudScreen
        kind={kind}
        {...companies}
        activeFilters={health ? [{ label: healthLabel, value: labelOf(healthOptions, health) }] : []}
        filters={
          companies.searches && (
            <FilterSelect
              label={healthLabel}
              value={health}
              options={healthOptions}
              onChange={(url_health) => companies.change({ url_health })}
            />
          )
        }
        columns={async () => (await import('./CompaniesTable.tsx')).companyColumns}
        editor={(company, controls) => <CompanyDialog company={company} {...controls} />}
        card={(company, actions) => (
          <CompanyCard
            company={company}
            {...actions}
            manageUrls={() => setUrlsOf(company)}
            configureHrSync={seesHrSync ? () => setHrSyncOf(company) : undefined}
            setDayRules={maySetDayRules ? () => setDayRulesOf(company) : undefined}
          />
        )}
        table={(list) => (
          <CompaniesTable
            {...list}
            manageUrls={setUrlsOf}
            configureHrSync={seesHrSync ? setHrSyncOf : undefined}
            setDayRules={maySetDayRules ? setDayRulesOf : undefined}
          />
        )}
      />
      {urlsOf && <UrlsDialog company={urlsOf} onClose={() => setUrlsOf(undefined)} />}
      {hrSyncOf && <HrSyncDialog company={hrSyncOf} onClose={() => setHrSyncOf(undefined)} />}
      {dayRulesOf && <DayRulesPart company={dayRulesOf} onClose={() => setDayRulesOf(undefined)} />}
    </>
  );
}

/** Says what belongs to a company, in the question before it is deleted. What is not known is left out. */
function CompanyContents({ company: { id, urls } }: { company: Company }) {
  const canCall = useCanCall();
  const employees = useResource(
    'GET /companies/{id}/employees',
    canCall('GET /companies/{id}/employees') ? { id } : null,
  );
  const controllers = useResource(
    'GET /companies/{id}/access-controllers',
    canCall('GET /companies/{id}/access-controllers') ? { id } : null,
  );
  if (employees.loading || controllers.loading) return 'Counting what goes with it…';
  const contents = [
    counted(employees.data?.length, 'employee'),
    counted(controllers.data?.length, 'access controller'),
    counted(urls.length, 'URL'),
  ].filter((words) => words !== undefined);
  const [last, ...others] = contents.toReversed();
  if (last === undefined) return null;
  const goes = contents.length === 1 && last.startsWith('1 ') ? 'goes' : 'go';
  return `${others.length > 0 ? `${others.toReversed().join(', ')} and ` : ''}${last} ${goes} with it.`;
}

const counted = (count: number | undefined, noun: string) => (count ? plural(count, noun) : undefined);
