// The dashboard: figures, today, recent activity, what needs attention, and companies.

import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { keepInBrowser } from '../../platform/boot/siteData.ts';
import { type Resource, useRemembered, useResource } from '../../platform/hooks/useResource.ts';
import { companiesList } from '../../platform/lists/companiesList.ts';
import { listing } from '../../platform/lists/listView.ts';
import { ZonesNote } from '../../platform/lists/ZonesNote.tsx';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { BarChart } from '../../platform/ui/data/BarChart.tsx';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart, optionalPart } from '../../platform/ui/lazyPart.tsx';
import type { AttendanceStatistics } from '../../shared/contract/attendance.ts';
import type { Company } from '../../shared/contract/companies.ts';
import { addressOf } from '../../shared/words/address.ts';
import { dateTitle, shortDate } from '../../shared/words/dates.ts';
import { today } from '../../shared/words/days.ts';
import { groupDigits, unreadNote } from '../../shared/words/plural.ts';
import { Attention, useAttentionReads } from './Attention.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './DashboardScreen.module.css';

const TodayFigures = optionalPart(
  async () => (await import('./TodayPart.tsx')).TodayFigures,
  <div className={s.todayFigures} />,
);
const Building = optionalPart(
  async () => (await import('./TodayPart.tsx')).Building,
  <Panel title="In the building today">
    <LineSkeleton lines={8} />
  </Panel>,
);

const shownCompanies = 5;

/** Leaves out what the user may not see; the other screens are in the sidebar. */
export default function DashboardScreen() {
  const canCall = useCanCall();
  const seesCompanies = canCall('GET /companies');
  const seesEvents = canCall('GET /attendance/statistics');
  const companies = useRemembered(companiesList.key, seesCompanies ? companiesList.args(listing) : null);
  const all = useRemembered('GET /companies/all', seesCompanies ? {} : null);
  const activity = useActivity(seesEvents);
  const isOurs = canCall('GET /attention');
  const hasFigures = isOurs || canCall('GET /presence/summary');
  const reads = useAttentionReads();
  const active = (all.data ?? companies.data?.data)?.filter((company) => company.is_active).length;
  const isPart = !all.loading && !all.data && companies.data !== undefined && companies.data.last_page > 1;

  return (
    <div className={s.dashboard}>
      <ScreenHeader title="Dashboard" />
      <FirstStepsIfNew companies={companies.data?.total} />
      {(seesCompanies || seesEvents) && (
        <div className={s.figures}>
          {seesCompanies && (
            <>
              <Figure label="Total Companies" value={companies.data?.total} failed={companies.error !== undefined} />
              <Figure
                label="Active Companies"
                value={all.loading ? undefined : active}
                note={isPart ? 'On the first page only' : unreadNote(all.unread)}
                failed={companies.error !== undefined}
              />
            </>
          )}
          {seesEvents && (
            <Figure label="Recent Activity" value={activity.recent} note={activity.note} failed={activity.failed} />
          )}
        </div>
      )}
      {hasFigures && <TodayFigures exceptions={reads.exceptions} />}
      {hasFigures && <ZonesNote />}
      <div className={`${s.columns} ${s.charts}`}>
        {canCall('GET /presence/curve') && <Building attention={reads.figures.data} />}
        {seesEvents && <Activity statistics={activity.statistics} />}
      </div>
      <div className={s.columns}>
        {isOurs && <Attention reads={reads} />}
        {seesCompanies && (
          <Panel title="Companies" aside={<Link href={paths.companies}>View all</Link>}>
            <ResourceView
              resource={companies}
              failed="Failed to fetch data"
              loading="Loading companies…"
              lines={2 * shownCompanies}
            >
              {({ data }) =>
                data.length === 0 ? <NoCompanies /> : <CompanyList companies={data.slice(0, shownCompanies)} />
              }
            </ResourceView>
          </Panel>
        )}
      </div>
      {!isOurs && seesCompanies && <UrlHealth />}
      {!hasFigures && !seesCompanies && !seesEvents && (
        <EmptyState title="No figures to show" hint="The sidebar lists what you can open." />
      )}
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
    <ul className={layout.list}>
      {companies.map((company) => (
        <ListRow key={company.id} end={<ActiveBadge active={company.is_active} />}>
          <LongText limit="title" className={s.name}>
            {company.name}
          </LongText>
          <LongText limit="title" className={layout.muted}>
            {company.contact_email}
          </LongText>
        </ListRow>
      ))}
    </ul>
  );
}

interface FigureProps {
  label: string;
  /** Undefined while it loads. */
  value: number | undefined;
  note?: string;
  failed?: boolean;
}

function Figure({ label, value, note, failed = false }: FigureProps) {
  return (
    <article className={`${layout.stack1} ${layout.box} ${s.figure}`} aria-label={label}>
      <h2 className={s.label}>{label}</h2>
      <p className={failed ? layout.muted : s.value}>
        {failed ? 'Not available' : value === undefined ? '…' : groupDigits(value)}
      </p>
      <p className={`${layout.hint} ${s.note}`}>{note}</p>
    </article>
  );
}

const states = ['online', 'offline', 'unknown'] as const;

/** Counts the URLs by state, on servers that say nothing else about what needs attention. */
function UrlHealth() {
  const health = useResource('GET /company-urls/health-statistics', {});
  if (health.error?.kind === 'notFound' || health.data?.total === 0) return null;
  return (
    <Panel title="Company URLs">
      <ResourceView resource={health} loading="Loading the health of URLs…" lines={3}>
        {(counts) => (
          <ul className={`${layout.list} ${s.states}`}>
            {states.map((state) => (
              <li key={state} className={s.state}>
                <HealthBadge status={state} />
                {groupDigits(counts[state])}
              </li>
            ))}
          </ul>
        )}
      </ResourceView>
    </Panel>
  );
}

const FirstSteps = lazyPart('The first steps', () => import('./FirstSteps.tsx'));

const storageKey = 'first_steps';
const mostCompanies = 2;

/**
 * Leads an administrator of a new server through the first steps, until they are done or hidden in this browser.
 * `companies` is undefined while they load.
 */
function FirstStepsIfNew({ companies }: { companies: number | undefined }) {
  const user = useUser();
  const canCall = useCanCall();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden');
  const isNew = companies !== undefined && companies <= mostCompanies;
  const mayLead = hasFeature(user, 'known_settings') && canCall('POST /settings') && canCall('POST /companies');
  if (isHidden || !isNew || !mayLead) return null;
  return (
    <FirstSteps
      onDone={() => keepInBrowser(storageKey, 'hidden')}
      onHide={() => {
        keepInBrowser(storageKey, 'hidden');
        setHidden(true);
      }}
    />
  );
}

// Recent activity: events of the last 24 hours, and 14 days as bars, if the server counts them. If it does not, the
// specification's placeholder, marked as a sample; a failure shows none.

const chartDays = 14;
const sampleFigure = () => 10 + Math.floor(Math.random() * 50);

function useActivity(isSeen: boolean) {
  const [sample] = useState(sampleFigure);
  const query = { start_date: today(1 - chartDays), end_date: today() };
  const statistics = useResource('GET /attendance/statistics', isSeen ? { query } : null);
  const { data, error } = statistics;
  const recent = data?.last_24_hours ?? data?.days.at(-1)?.total;
  const isUncounted = error?.kind === 'notFound' || (data && recent === undefined);
  if (isUncounted) return { recent: sample, note: 'Sample figure', failed: false, statistics };
  const note = data && (data.last_24_hours === null ? 'Events today' : 'Events in the last 24 hours');
  return { recent, note, failed: error !== undefined, statistics };
}

function Activity({ statistics }: { statistics: Resource<AttendanceStatistics> }) {
  const { data, error } = statistics;
  if (error?.kind === 'notFound' || data?.days.every(({ total }) => total === 0)) return null;
  return (
    <Panel title={`Events, last ${chartDays} days`}>
      <ResourceView resource={statistics} loading="Loading events…" lines={6}>
        {({ days }) => (
          <BarChart
            label={`Events per day, last ${chartDays} days`}
            unit={['event', 'events']}
            points={days.map(({ date, total }) => ({
              label: shortDate(date),
              value: total,
              detail: dateTitle(date),
              day: date,
            }))}
            link={({ day }, bar) => (
              <Link href={addressOf(paths.attendance, { start_date: day, end_date: day })}>{bar}</Link>
            )}
          />
        )}
      </ResourceView>
    </Panel>
  );
}
