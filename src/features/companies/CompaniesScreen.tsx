// The screen of companies, with the dialogs of their URLs and HR sync.

import { useState } from 'react';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import type { Company } from '../../shared/contract/companies.ts';
import { CompanyCard } from './CompanyCard.tsx';
import { companyKind } from './companyKind.tsx';
import { companyRecordsList } from './list.ts';

const CompaniesTable = lazyPart('The list', () => import('./CompaniesTable.tsx'));
const CompanyDialog = lazyPart('The form', () => import('./CompanyDialog.tsx'));
const UrlsDialog = lazyPart('The URLs', () => import('./UrlsDialog.tsx'));
const HrSyncDialog = lazyPart('The configuration', () => import('../hr/config/HrSyncDialog.tsx'));
const lazyParts = [CompaniesTable, CompanyDialog];

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

  return (
    <>
      <CrudScreen
        kind={companyKind}
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
          />
        )}
        table={(list) => <CompaniesTable {...list} />}
      />
      {urlsOf && <UrlsDialog company={urlsOf} onClose={() => setUrlsOf(undefined)} />}
      {hrSyncOf && <HrSyncDialog company={hrSyncOf} onClose={() => setHrSyncOf(undefined)} />}
    </>
  );
}
