// The screen of companies, with the dialogs of their URLs and HR sync.

import { useState } from 'react';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { RecordCardActions } from '../../platform/lists/RecordActions.tsx';
import type { RecordActions } from '../../platform/lists/recordKind.ts';
import { companyAddress } from '../../platform/lists/recordLinkTo.ts';
import { cardId } from '../../platform/lists/useCreatedRecord.ts';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { BreakableText } from '../../platform/ui/data/BreakableText.tsx';
import { CardFacts } from '../../platform/ui/data/CardFacts.tsx';
import { Card } from '../../platform/ui/data/CardGrid.tsx';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { ExternalLink } from '../../platform/ui/layout/ExternalLink.tsx';
import { labelOf } from '../../platform/ui/option.ts';
import type { Company } from '../../shared/contract/companies.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { companyKind, urlHealth } from './companyKind.tsx';
import { companyRecordsList } from './list.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CompaniesScreen.module.css';

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

/** All else is on the page that its name leads to. */
interface CompanyCardProps extends RecordActions {
  company: Company;
  manageUrls(): void;
  configureHrSync?(): void;
}

function CompanyCard(props: CompanyCardProps) {
  const isOpen = useUser().features.length === 0;
  const { company, manageUrls, configureHrSync, history: _, ...actions } = props;
  return (
    <Card
      id={cardId(company.id)}
      title={company.name}
      href={companyAddress(company.id)}
      badges={<ActiveBadge active={company.is_active} />}
      more={{ label: urlHealth(company.urls), content: <CompanyUrls company={company} />, isOpen }}
      actions={
        <RecordCardActions name={company.name} {...actions}>
          <Button size="small" aria-label={`URLs of ${company.name}`} onClick={manageUrls}>
            URLs
          </Button>
          {configureHrSync && (
            <Button size="small" aria-label={`HR Sync Configuration of ${company.name}`} onClick={configureHrSync}>
              HR Sync Configuration
            </Button>
          )}
        </RecordCardActions>
      }
    >
      <CardFacts
        items={[
          { label: 'ID', value: company.unique_identifier },
          { label: 'CRM ID', value: company.crm_company_id, place: 'beside' },
          { label: 'Email', value: company.contact_email, place: 'wide', obvious: true },
          { label: 'Phone', value: company.contact_phone, obvious: true },
          { label: 'Created', value: dateTitle(company.created_at), place: 'beside' },
          { label: 'Address', value: company.address, place: 'wide', obvious: true },
        ]}
      />
    </Card>
  );
}

function CompanyUrls({ company: { name, urls } }: { company: Company }) {
  if (urls.length === 0) return null;
  return (
    <ul className={`${layout.list} ${layout.stack1} ${s.urls}`} aria-label={`URLs of ${name}`}>
      {urls.map((url) => (
        <li key={url.id} className={`${layout.row} ${s.url}`}>
          <span className={layout.muted}>{inWords(url.url_type)}</span>
          <HealthBadge status={url.health_status} />
          {!url.is_active && <span className={layout.muted}>(Inactive)</span>}
          <ExternalLink href={url.url}>
            <BreakableText>{url.url}</BreakableText>
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
