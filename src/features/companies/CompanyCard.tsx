// A company's card. Its name leads to the page with everything else.

import { cardId } from '../../platform/lists/useCreatedRecord.ts';
import { RecordCardActions } from '../../platform/records/RecordActions.tsx';
import type { RecordActions } from '../../platform/records/recordKind.ts';
import { companyAddress } from '../../platform/records/recordLinkTo.ts';
import { useIsPlainServer } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { BreakableText } from '../../platform/ui/data/BreakableText.tsx';
import { CardFacts } from '../../platform/ui/data/CardFacts.tsx';
import { Card } from '../../platform/ui/data/CardGrid.tsx';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { ExternalLink } from '../../platform/ui/layout/ExternalLink.tsx';
import type { Company } from '../../shared/contract/companies.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { urlHealth } from './companyKind.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CompanyCard.module.css';

interface CompanyCardProps extends RecordActions {
  company: Company;
  manageUrls(): void;
  configureHrSync?(): void;
}

export function CompanyCard(props: CompanyCardProps) {
  const isOpen = useIsPlainServer();
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
