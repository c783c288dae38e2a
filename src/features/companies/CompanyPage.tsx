// The page of a company: its details, and tabs for all that the console has about it.

import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { type CompanyChoice, useCompanies } from '../../platform/lists/useCompanies.ts';
import { PageActions, RecordPage, type RecordTab } from '../../platform/records/RecordPage.tsx';
import { companyAddress } from '../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { FigureLinks } from '../../platform/ui/data/FigureLinks.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import { type Company, companyFields } from '../../shared/contract/companies.ts';
import { namesOf } from '../../shared/contract/fields.ts';
import { hrType } from '../../shared/contract/hr.ts';
import { addressOf } from '../../shared/words/address.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { today } from '../../shared/words/days.ts';
import { plural } from '../../shared/words/plural.ts';
import { AttendanceTable } from '../attendance/AttendanceTable.tsx';
import { presenceFigures } from '../presence/words.ts';
import CompanyDialog from './CompanyDialog.tsx';
import { companyKind, urlHealth } from './companyKind.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

const People = lazyPart('The people', async () => (await import('./CompanyLists.tsx')).CompanyPeople);
const Doors = lazyPart('The doors', async () => (await import('./CompanyLists.tsx')).CompanyDoors);
const HrSetUp = lazyPart('The HR set-up', () => import('../hr/setUp/HrSetUp.tsx'));
const Urls = lazyPart('The URLs', async () => (await import('./UrlsDialog.tsx')).CompanyUrls);
const UrlDialog = lazyPart('The form', async () => (await import('./UrlsDialog.tsx')).UrlDialog);
const DayRules = lazyPart('The day rules', () => import('../workday/DayRules.tsx'));
const CompanyTime = lazyPart('Expected time', async () => (await import('../expected/ExpectedTime.tsx')).CompanyTime);
const payrollLoading = (
  <Panel title="Payroll file">
    <LineSkeleton lines={4} />
  </Panel>
);
const Payroll = lazyPart('Payroll', () => import('../payroll/PayrollPanel.tsx'), payrollLoading);
const Months = lazyPart('The months', async () => (await import('../corrections/months/CloseMonthsDialog.tsx')).Months);
const History = lazyPart(
  'The history',
  async () => (await import('../../platform/records/history/HistoryDialog.tsx')).RecordHistory,
);

type Named = Pick<CompanyChoice, 'id' | 'name' | 'unique_identifier' | 'is_active' | 'timezone'>;
/** Has only names for users who may not view companies, but may do something in this one. */
type Shown = Company | Named;

export default function CompanyPage({ id }: { id: number }) {
  const canCall = useCanCall();
  const mayView = canCall('GET /companies/{id}');
  const company = useCompany(id, mayView);
  const tabs: readonly RecordTab<Shown>[] = [
    ofViewed('overview', 'Overview', mayView, (record) => <Overview company={record} />),
    { name: 'people', label: 'People', isThere: canCall('GET /employees'), show: () => <People companyId={id} /> },
    {
      name: 'doors',
      label: 'Doors',
      isThere: canCall('GET /companies/{id}/access-controllers'),
      show: () => <Doors companyId={id} />,
    },
    {
      name: 'hr',
      label: 'HR',
      isThere: canCall('GET /companies/{id}/hr-sync/config') || canCall('GET /companies/{id}/hr-connection'),
      show: (record) => (
        <HrSetUp company={record} addressButton={isViewed(record) && <HrAddressButton company={record} />} />
      ),
    },
    ofViewed('urls', 'URLs', canCall('GET /companies/{id}/urls'), (record) => <Urls company={record} />),
    ofViewed('day-rules', 'Day Rules', mayView && canCall('PUT /companies/{id}/day-rules'), (record) => (
      <>
        <DayRules company={record} />
        <CompanyTime company={record} />
      </>
    )),
    {
      name: 'months',
      label: 'Months',
      isThere: canCall('GET /closed-months'),
      show: (record) => <ClosedMonths company={record} />,
    },
    {
      name: 'history',
      label: 'History',
      isThere: canCall('GET /audit'),
      show: () => <History of={{ subject: 'companies', id }} />,
    },
  ];
  return (
    <RecordPage
      id={id}
      noun="Company"
      list={{ title: companyKind.title, path: paths.companies }}
      record={company}
      head={(record) => ({
        name: record.name,
        facts: [
          <ActiveBadge key="state" active={record.is_active} />,
          record.unique_identifier,
          isViewed(record) && record.crm_company_id && `CRM ID ${record.crm_company_id}`,
        ],
        actions: isViewed(record) && (
          <PageActions
            kind={companyKind}
            path={paths.companies}
            record={record}
            editor={(edited, controls) => <CompanyDialog company={edited} {...controls} />}
          />
        ),
      })}
      tabs={tabs}
    />
  );
}

const isViewed = (company: Shown): company is Company => 'urls' in company;

const ofViewed = (
  name: string,
  label: string,
  isThere: boolean,
  show: (company: Company) => ReactNode,
): RecordTab<Shown> => ({ name, label, isThere, show: (company) => isViewed(company) && show(company) });

function useCompany(id: number, mayView: boolean): Resource<Shown> {
  const { list, loading } = useCompanies(!mayView);
  const own = mayView ? undefined : list?.find((one) => one.id === id);
  const company = useResource('GET /companies/{id}', own || (loading && !mayView) ? null : { id });
  if (!own) return company;
  const { name, unique_identifier, is_active, timezone } = own;
  return { ...company, data: { id, name, unique_identifier, is_active, timezone } };
}

function Overview({ company }: { company: Company }) {
  const mayReadEvents = useCanCall()('GET /attendance');
  return (
    <>
      <Now companyId={company.id} />
      {mayReadEvents && <Today company={company} />}
      <Panel title="Details">
        <Facts
          items={[
            { label: 'ID', value: company.unique_identifier },
            ...namesOf(companyFields).map((field) => ({ label: companyFields[field].label, value: company[field] })),
            { label: 'Created', value: dateTitle(company.created_at) },
            { label: 'URLs', value: <Link href={companyAddress(company.id, 'urls')}>{urlHealth(company.urls)}</Link> },
          ]}
        />
      </Panel>
    </>
  );
}

/** Counts who is in now and what waits for an answer, with links. */
function Now({ companyId: company_id }: { companyId: number }) {
  const hasPresence = useCanCall()('GET /presence/summary');
  const presence = useOffered('GET /presence/summary', { query: { company_id } });
  const exceptions = useOffered('GET /exceptions/counts', { query: { company_id, is_answered: false } });
  if (!hasPresence) return null;
  const figures = [
    ...presenceFigures(presence.data?.counts, { company_id }),
    {
      label: 'To answer',
      value: exceptions.data?.reduce((sum, { total }) => sum + total, 0),
      to: addressOf(paths.exceptions, { company_id }),
    },
  ];
  return <FigureLinks label="Now" figures={figures} reads={[presence, exceptions]} />;
}

const shownEvents = 10;

/** Shows today's latest events; each opens in the full list. */
function Today({ company: { id: company_id, timezone } }: { company: Company }) {
  const [, navigate] = useLocation();
  const day = today(0, timezone);
  const query = { company_id, start_date: day, end_date: day };
  const events = useResource('GET /attendance', { query: { ...query, page: 1, per_page: shownEvents } });
  const total = events.data?.total ?? 0;
  return (
    <Panel
      title="Today"
      aside={<Link href={addressOf(paths.attendance, { company_id })}>{plural(total, 'event')}</Link>}
    >
      <ResourceView resource={events} skeleton={<LineSkeleton label="Loading attendance…" lines={4} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={layout.muted}>No events today.</p>
          ) : (
            <AttendanceTable
              records={data}
              busy={events.loading}
              isOneCompany
              picks={undefined}
              onView={(record) => navigate(addressOf(paths.attendance, { company_id, record }))}
            />
          )
        }
      </ResourceView>
    </Panel>
  );
}

/** The address of the HR system is the company's URL of that type. */
function HrAddressButton({ company: { id, urls } }: { company: Company }) {
  const canCall = useCanCall();
  const url = urls.find(({ url_type, is_active }) => url_type === hrType && is_active);
  if (!canCall(url ? 'PUT /company-urls/{id}' : 'POST /companies/{id}/urls')) return null;
  return (
    <DialogButton size="small" label={url ? 'Edit URL' : 'Add URL'}>
      {(close) => <UrlDialog companyId={id} url={url} type={hrType} onClose={close} />}
    </DialogButton>
  );
}

function ClosedMonths({ company }: { company: Pick<Company, 'id' | 'name' | 'timezone'> }) {
  const closed = useResource('GET /closed-months', { query: { company_id: company.id } });
  const hasPayroll = useCanCall()('GET /companies/{id}/payroll');
  return (
    <>
      {hasPayroll &&
        (closed.data ? <Payroll company={company} closed={closed.data} /> : closed.loading && payrollLoading)}
      <Panel title="Months">
        <p className={layout.muted}>A month can be closed once it is over.</p>
        <ResourceView resource={closed} skeleton={<LineSkeleton label="Loading months…" lines={6} />}>
          {(months) => <Months company={company} closed={months} />}
        </ResourceView>
      </Panel>
    </>
  );
}
