import type { Company } from '../../shared/contract/companies.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { BreakableText } from '../../platform/ui/data/BreakableText.tsx';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { ExternalLink } from '../../platform/ui/layout/ExternalLink.tsx';
import * as s from './CompanyUrls.module.css';

export function CompanyUrls({ company: { name, urls } }: { company: Company }) {
  if (urls.length === 0) return null;
  return (
    <ul className={s.urls} aria-label={`URLs of ${name}`}>
      {urls.map((url) => (
        <li key={url.id} className={s.url}>
          <span className={s.type}>{inWords(url.url_type)}</span>
          <HealthBadge status={url.health_status} />
          {!url.is_active && <span className={s.inactive}>(Inactive)</span>}
          <ExternalLink href={url.url}>
            <BreakableText>{url.url}</BreakableText>
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
