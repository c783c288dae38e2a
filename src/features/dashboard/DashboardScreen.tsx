import { Link, useLocation } from 'wouter';
import type { Company } from '../../shared/contract/entities/companies.ts';
import { companiesList } from '../../platform/lists/companiesList.ts';
import { listing } from '../../platform/lists/listing.ts';
import { useRemembered } from '../../platform/hooks/useResource.ts';
import { unreadNote } from '../../shared/words/unreadNote.ts';
import { paths } from '../../platform/boot/paths.ts';
import { ResourceView } from '../../platform/lists/Loaded.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { FirstStepsIfNew } from './FirstStepsIfNew.tsx';
import { Activity, useActivity } from './Activity.tsx';
import { Attention } from './Attention.tsx';
import { Figure } from './Figure.tsx';
import { UrlHealth } from './UrlHealth.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import * as s from './DashboardScreen.module.css';

const shownCompanies = 5;

export default function DashboardScreen() {
  const companies = useRemembered(companiesList.key, companiesList.args(listing));
  const all = useRemembered('GET /companies/all', {});
  const activity = useActivity();
  const canCall = useCanCall();
  const active = (all.data ?? companies.data?.data)?.filter((company) => company.is_active).length;
  const isPart = !all.data && companies.data !== undefined && companies.data.last_page > 1;

  return (
    <div className={s.dashboard}>
      <ScreenHeader title="Dashboard" />
      <FirstStepsIfNew companies={companies.data?.total} />
      <div className={s.figures}>
        <Figure label="Total Companies" value={companies.data?.total} failed={companies.error !== undefined} />
        <Figure
          label="Active Companies"
          value={all.loading ? undefined : active}
          note={isPart ? 'On the first page only' : unreadNote(all.unread)}
          failed={companies.error !== undefined}
        />
        <Figure label="Recent Activity" value={activity.recent} note={activity.note} failed={activity.failed} />
      </div>
      <div className={s.columns}>
        <Panel title="Companies" aside={<Link href={paths.companies}>View all</Link>}>
          <ResourceView
            resource={companies}
            failed="Failed to fetch data"
            skeleton={<LineSkeleton label="Loading companies…" lines={2 * shownCompanies} />}
          >
            {({ data }) =>
              data.length === 0 ? <NoCompanies /> : <CompanyList companies={data.slice(0, shownCompanies)} />
            }
          </ResourceView>
        </Panel>
        {canCall('GET /attention') && <Attention />}
      </div>
      <Activity statistics={activity.statistics} />
      <UrlHealth />
    </div>
  );
}

function NoCompanies() {
  const [, navigate] = useLocation();
  const canCall = useCanCall();
  return (
    <EmptyState
      icon="companies"
      title="No companies found"
      action={
        canCall('POST /companies') && (
          <Button kind="primary" icon={<ActionIcon name="plus" />} onClick={() => navigate(`${paths.companies}?add=1`)}>
            Add First Company
          </Button>
        )
      }
    />
  );
}

function CompanyList({ companies }: { companies: readonly Company[] }) {
  return (
    <ul className={s.companies}>
      {companies.map((company) => (
        <li key={company.id} className={s.company}>
          <span>
            <LongText limit="title" className={s.name}>
              {company.name}
            </LongText>
            <LongText limit="title" className={s.email}>
              {company.contact_email}
            </LongText>
          </span>
          <ActiveBadge active={company.is_active} />
        </li>
      ))}
    </ul>
  );
}
