import { useState } from 'react';
import type { Company } from '../../shared/contract/entities/companies.ts';
import { textsOfCompany } from '../../shared/contract/searchedTexts.ts';
import type { RecordKind } from '../../platform/lists/recordKind.ts';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { DayRulesPart } from '../workday/rules/dayRulesPart.ts';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import { CompanyCard } from './CompanyCard.tsx';
import { CompanyContents } from './CompanyContents.tsx';
import { CompanyDialog } from './CompanyDialog.tsx';
import { companyRecordsList } from './list.ts';

const CompaniesTable = lazyPart('The list', () => import('./CompaniesTable.tsx').then((part) => part.CompaniesTable));
const UrlsDialog = lazyPart('The URLs', async () => (await import('./UrlsDialog.tsx')).UrlsDialog);
const HrSyncDialog = lazyPart(
  'The configuration',
  async () => (await import('../hr/config/HrSyncDialog.tsx')).HrSyncDialog,
);
const lazyParts = [CompaniesTable, UrlsDialog, HrSyncDialog];

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
        columns={async () => (await import('./exportColumns.ts')).companyColumns}
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
