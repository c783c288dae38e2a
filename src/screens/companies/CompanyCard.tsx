import type { Company, CompanyUrl } from '../../contract/entities/companies.ts';
import type { RecordActions } from '../../crud/recordKind.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { formatDay } from '../../format/time.ts';
import { ActiveBadge } from '../../ui/data/ActiveBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, Facts } from '../../ui/data/CardGrid.tsx';
import { ExternalLink } from '../../ui/layout/ExternalLink.tsx';
import { HealthBadge } from '../../ui/data/HealthBadge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import * as s from './CompanyCard.module.css';

interface CompanyCardProps extends RecordActions {
  company: Company;
  manageUrls(): void;
  configureHrSync?(): void;
}

export function CompanyCard({ company, manageUrls, configureHrSync, ...actions }: CompanyCardProps) {
  return (
    <Card
      id={cardId(company.id)}
      title={company.name}
      badges={<ActiveBadge active={company.is_active} />}
      actions={
        <RecordCardActions name={company.name} {...actions}>
          <Button size="small" icon={<Icon name="link" />} aria-label={`URLs of ${company.name}`} onClick={manageUrls}>
            URLs
          </Button>
          {configureHrSync && (
            <Button
              size="small"
              icon={<Icon name="sync" />}
              aria-label={`HR Sync Configuration of ${company.name}`}
              onClick={configureHrSync}
            >
              HR Sync Configuration
            </Button>
          )}
        </RecordCardActions>
      }
    >
      <Facts
        items={[
          { label: 'ID', value: company.unique_identifier },
          { label: 'CRM ID', value: company.crm_company_id },
          { label: 'Email', value: company.contact_email },
          { label: 'Phone', value: company.contact_phone },
          { label: 'Address', value: company.address },
          { label: 'Created', value: formatDay(company.created_at) },
        ]}
      />
      {company.urls.length > 0 && (
        <ul className={s.urls} aria-label={`URLs of ${company.name}`}>
          {company.urls.map((url) => (
            <UrlRow key={url.id} url={url} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function UrlRow({ url }: { url: CompanyUrl }) {
  return (
    <li className={s.url}>
      <span className={s.type}>{url.url_type}</span>
      <HealthBadge status={url.health_status} />
      <ExternalLink href={url.url}>{url.url}</ExternalLink>
      {!url.is_active && <span className={s.inactive}>(Inactive)</span>}
    </li>
  );
}
