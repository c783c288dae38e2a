import { Link } from 'wouter';
import { PickBox, type Pick } from '../../platform/bulk/PickBox.tsx';
import type { CompanyUrl } from '../../shared/contract/entities/companies.ts';
import { hrType } from '../../shared/contract/hrType.ts';
import { messages } from '../../shared/contract/messages/writes.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { connectionAddress } from '../hr/connectionAddress.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { formatTime } from '../../shared/words/time.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { BreakableText } from '../../platform/ui/data/BreakableText.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ExternalLink } from '../../platform/ui/layout/ExternalLink.tsx';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { toast } from '../../platform/ui/feedback/toasts.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import * as s from './UrlItem.module.css';

interface UrlItemProps {
  url: CompanyUrl;
  companyId: number;
  /** It can be selected. */
  pick?: Pick;
  onEdit(): void;
  onDelete(): void;
}

export function UrlItem({ url, companyId, pick, onEdit, onDelete }: UrlItemProps) {
  const canCall = useCanCall();
  const isLocked = url.url_type === hrType && !canCall('PUT /companies/{id}/hr-sync/config');
  const check = useAction('POST /company-urls/{id}/check-health', {
    report: 'toast',
    quiet: true,
    after: ({ data }) => {
      const done = messages['POST /company-urls/{id}/check-health'].done;
      if (!data) toast.good(done);
      else if (data.health_status === 'online') toast.good(`${done}: online`);
      else toast.bad(`${done}: ${data.health_status}`);
    },
  });
  return (
    <li className={s.item}>
      <div className={s.badges}>
        {pick && <PickBox {...pick} name={url.url} />}
        <Badge tone="neutral">{inWords(url.url_type)}</Badge>
        <HealthBadge status={url.health_status} />
        {!url.is_active && <Badge tone="neutral">Inactive</Badge>}
      </div>
      <ExternalLink href={url.url}>
        <BreakableText>{url.url}</BreakableText>
      </ExternalLink>
      {url.description && <p className={s.description}>{url.description}</p>}
      {url.url_type === hrType && canCall('GET /companies/{id}/hr-connection') && (
        <Link href={connectionAddress(companyId)}>HR Connection</Link>
      )}
      {url.last_health_check && <p className={s.muted}>Last checked: {formatTime(url.last_health_check)}</p>}
      {url.health_error && <p className={s.error}>Error: {url.health_error}</p>}
      {isLocked && canCall('PUT /company-urls/{id}') && (
        <p className={s.muted}>You need permission to configure the HR sync to change this URL</p>
      )}
      <div className={s.actions}>
        {canCall('POST /company-urls/{id}/check-health') && (
          <Button
            size="small"
            icon={<Icon name="refresh" />}
            busy={check.busy}
            aria-label={`Check health of ${url.url}`}
            onClick={() => void check.run({ id: url.id })}
          >
            Check Health
          </Button>
        )}
        {!isLocked && canCall('PUT /company-urls/{id}') && (
          <Button size="small" icon={<ActionIcon name="edit" />} aria-label={`Edit ${url.url}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {!isLocked && canCall('DELETE /company-urls/{id}') && (
          <Button size="small" icon={<ActionIcon name="trash" />} aria-label={`Delete ${url.url}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
