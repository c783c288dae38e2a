// One company and its HR system: whether there is one, what was recorded today, what became of it.

import { useId, useRef } from 'react';
import type { Company } from '../../contract/entities/companies.ts';
import { formatTime } from '../../format/time.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts, type Fact } from '../../ui/data/CardGrid.tsx';
import { ExternalLink } from '../../ui/layout/ExternalLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import type { Known, Standing } from './useStatuses.ts';
import { groupDigits } from '../../format/groupDigits.ts';
import * as s from './CompanyRow.module.css';

const todaysRecords = "Today's Records";

interface CompanyRowProps {
  company: Company;
  standing: Standing;
  /** This company is being synced from here. */
  busy: boolean;
  /** Some sync was started from here and has not ended. */
  isAnyRunning: boolean;
  onSync(): void;
  onRetry(): void;
  onReload(): void;
}

export function CompanyRow({ company: { name }, standing, busy, isAnyRunning, ...actions }: CompanyRowProps) {
  const titleId = useId();
  const row = useRef<HTMLElement>(null);
  const reason = whyNot(standing, isAnyRunning);
  const failed = typeof standing === 'object' ? (standing.failed ?? 0) : 0;

  /** For a button that goes when it has done its work: the focus must not go with it. */
  function leaveFor(work: () => void) {
    row.current?.focus();
    work();
  }

  return (
    <article ref={row} tabIndex={-1} aria-labelledby={titleId} className={s.row}>
      <div className={s.what}>
        <header className={s.head}>
          <h3 id={titleId}>{name}</h3>
          <Badges standing={standing} />
        </header>
        {standing ? (
          <Facts items={factsOf(standing)} />
        ) : (
          <LineSkeleton label={`Loading the status of ${name}…`} lines={2} />
        )}
      </div>
      <div className={s.actions}>
        {standing === 'unavailable' && (
          <Button
            icon={<Icon name="refresh" />}
            aria-label={`Load the status of ${name} again`}
            onClick={() => leaveFor(actions.onReload)}
          >
            Load again
          </Button>
        )}
        {failed > 0 && (
          <Button
            icon={<Icon name="refresh" />}
            aria-label={`Retry failed records of ${name}`}
            disabledReason={reason}
            onClick={() => leaveFor(actions.onRetry)}
          >
            Retry failed records
          </Button>
        )}
        <Button
          icon={<Icon name="sync" />}
          aria-label={`Sync ${name}`}
          busy={busy}
          disabledReason={busy ? undefined : reason}
          onClick={actions.onSync}
        >
          Sync
        </Button>
      </div>
    </article>
  );
}

function whyNot(standing: Standing, isAnyRunning: boolean): string | undefined {
  if (standing === undefined) return 'The status is still loading';
  if (standing === 'unavailable') return 'The status is unavailable';
  if (!standing.has_hr_url) return 'No HR URL is configured';
  return isAnyRunning || standing.is_running ? 'A sync is running' : undefined;
}

function Badges({ standing }: { standing: Standing }) {
  if (standing === undefined) return null;
  if (standing === 'unavailable') {
    return (
      <>
        <Badge tone="neutral">Not Configured</Badge>
        <Badge tone="warning">Status unavailable</Badge>
      </>
    );
  }
  return (
    <>
      <Badge tone={standing.has_hr_url ? 'good' : 'neutral'}>
        {standing.has_hr_url ? 'HR System Configured' : 'Not Configured'}
      </Badge>
      {standing.is_running && <Badge tone="accent">Sync running</Badge>}
    </>
  );
}

/** What a plain server does not tell is left out. */
function factsOf(standing: Known): Fact[] {
  if (standing === 'unavailable') return [{ label: todaysRecords, value: 0 }];
  const { hr_url, today_attendance_count, waiting, failed, last_success, last_error } = standing;
  const some = (count = 0, words: string) => (count > 0 ? `${groupDigits(count)} ${words}` : undefined);
  return [
    { label: todaysRecords, value: groupDigits(today_attendance_count) },
    { label: 'HR URL', value: hr_url && <ExternalLink href={hr_url}>{hr_url}</ExternalLink> },
    { label: 'Waiting', value: some(waiting, 'not accepted yet') },
    { label: 'Failed', value: some(failed, 'rest until somebody retries them') },
    { label: 'Last success', value: last_success && formatTime(last_success) },
    {
      label: 'Last error',
      value: last_error?.sentence && (
        <span className={s.error}>
          {formatTime(last_error.at)}: {last_error.sentence}
        </span>
      ),
    },
  ];
}
