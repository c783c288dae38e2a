// A roll call: a list to tick off while it runs, and its report afterwards.

import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { describeFailure } from '../../../platform/api/errors.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { onlyPage } from '../../../platform/bulk/onlyPage.ts';
import type { ListColumn, ListFormat } from '../../../platform/export/list/listFile.ts';
import type { Fact } from '../../../platform/export/proof/about.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { ExportButton } from '../../../platform/lists/listExport/ExportButton.tsx';
import type { ExportedSource } from '../../../platform/lists/listExport/useListExport.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { type Column, Table } from '../../../platform/ui/data/Table.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { RollCallPerson, RollCallReport } from '../../../shared/contract/presence.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { exactClock, formatTime } from '../../../shared/words/time.ts';
import { clockOn } from '../../../shared/words/workedTime.ts';
import { othersInWords, rollCallCount, rollCallName, stateName, stateSince } from '../words.ts';
import { TickList } from './TickList.tsx';
import { isOffline, type RollCallState, useRollCall } from './useRollCall.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './RollCall.module.css';

export default function RollCall({ id }: { id: number }) {
  const state = useRollCall(id);
  const mayTick = useCanCall()('POST /roll-calls/{id}/ticks');
  const { report, problem, exchange } = state;
  const isGoingOn = report?.roll_call.ended_at === '';
  return (
    <>
      <ScreenHeader
        title="Roll Call"
        subtitle={report && rollCallName(report.roll_call)}
        actions={
          <>
            <Link href={paths.presence} className={`${layout.screenOnly} ${s.back}`}>
              Who Is In
            </Link>
            {report && <ExportReport report={report} />}
            {report && <Button onClick={() => window.print()}>Print</Button>}
            {isGoingOn && mayTick && <EndRollCall state={state} report={report} />}
          </>
        }
      />
      {report ? (
        <div className={layout.stack2}>
          <Facts report={report} />
          <Exchange state={state} isGoingOn={isGoingOn} />
          <PrintNote filters={[]} />
          {isGoingOn && mayTick ? (
            <TickList people={report.people} day={dayOf(report)} onTick={state.tick} />
          ) : (
            <Report people={report.people} day={dayOf(report)} />
          )}
        </div>
      ) : problem ? (
        <LoadFailed
          message={describeFailure(problem, 'Failed to load the roll call')}
          busy={false}
          onRetry={() => void exchange()}
        />
      ) : (
        <LineSkeleton label="Loading the roll call…" lines={8} />
      )}
    </>
  );
}

const dayOf = ({ roll_call }: RollCallReport) => roll_call.started_at.slice(0, 10);

function Facts({ report }: { report: RollCallReport }) {
  const { roll_call, silent } = report;
  const { started_at, started_by, ended_at, ended_by } = roll_call;
  const end = ended_at && `, ended ${clockOn(dayOf(report), ended_at)} by ${ended_by}`;
  return (
    <>
      <p className={s.facts}>
        <strong className={s.count}>{rollCallCount(roll_call)}</strong>
        <span>{othersInWords(roll_call)}</span>
        <span className={s.began}>
          Began {formatTime(started_at)} by {started_by}
          {end}
        </span>
      </p>
      {silent.length > 0 && <Silent controllers={silent} />}
    </>
  );
}

/** More names would push the people off the screen. */
const mostNamed = 3;

function Silent({ controllers }: { controllers: readonly string[] }) {
  const names = controllers.join(', ');
  const doubt = 'People who passed there may be listed wrongly.';
  return (
    <Banner tone="warning">
      {controllers.length <= mostNamed ? (
        `Silent when it began: ${names}. ${doubt}`
      ) : (
        <details className={s.silent}>
          <summary>{`${plural(controllers.length, 'controller')} silent when it began. ${doubt}`}</summary>
          {names}
        </details>
      )}
    </Banner>
  );
}

/** Says whether the server has all ticks, and what keeps it from getting them. */
function Exchange({ state, isGoingOn }: { state: RollCallState; isGoingOn: boolean }) {
  const { unsent, late, problem, exchange } = state;
  const isOut = isOffline(problem);
  return (
    <>
      {problem && !isOut && (
        <Banner tone="bad" onRetry={() => void exchange()}>
          {describeFailure(problem, 'Failed to save ticks')}
        </Banner>
      )}
      {late > 0 && (
        <Banner tone="warning">{plural(late, 'tick')} came after the end of the roll call and do not count.</Banner>
      )}
      {(isGoingOn || unsent > 0) && (
        <p role="status" className={isOut ? s.offline : `${layout.muted} ${layout.screenOnly}`}>
          {isOut && 'No connection: ticks are kept here and sent later. '}
          {unsent > 0 ? `${plural(unsent, 'tick')} not sent yet` : 'All ticks are sent'}
        </p>
      )}
    </>
  );
}

interface EndRollCallProps {
  state: RollCallState;
  report: RollCallReport;
}

function EndRollCall(props: EndRollCallProps) {
  return (
    <DialogButton kind="primary" label="End Roll Call">
      {(close) => <EndQuestion {...props} onClose={close} />}
    </DialogButton>
  );
}

/** Ends the roll call once all ticks of this phone are sent. If some cannot be sent, the user has to confirm again. */
function EndQuestion({ state, report: { roll_call }, onClose }: EndRollCallProps & { onClose(): void }) {
  const [isSending, setSending] = useState(false);
  const [lost, setLost] = useState(0);
  const ending = useAction('POST /roll-calls/{id}/end', { after: ({ data }) => data && state.show(data) });

  async function end() {
    if (isSending) return;
    setSending(true);
    const unsent = await state.sendAll();
    setSending(false);
    if (unsent > lost) setLost(unsent);
    else if (ending.isOpen()) await ending.run({ id: roll_call.id });
  }
  const losing = lost > 0 ? `${plural(lost, 'tick')} could not be sent. If you end now, the report lacks them.` : '';
  return (
    <Confirm
      title="End Roll Call"
      message={`${missingWords(roll_call.expected - roll_call.ticked)} The report cannot be changed afterwards.`}
      confirmLabel="End Roll Call"
      action={{ ...ending, error: ending.error ?? losing, busy: isSending || ending.busy }}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  );
}

function missingWords(count: number): string {
  if (count === 0) return 'Everyone expected is ticked.';
  if (count === 1) return 'One expected person is not ticked.';
  return `${groupDigits(count)} expected people are not ticked.`;
}

// The report of a roll call, as a table and as a file: who was not ticked, and who was, by whom and when.

const tableColumns = (day: string): readonly Column<RollCallPerson>[] => [
  { id: 'name', header: 'Employee', rowHeader: true, cell: ({ employee }) => employee.name },
  { id: 'number', header: 'Employee ID', cell: ({ employee }) => employee.employee_id },
  { id: 'department', header: 'Department', cell: ({ employee }) => employee.department },
  { id: 'known', header: 'Last Known', cell: (person) => stateSince(person, day) },
  { id: 'site', header: 'Site', cell: ({ site }) => site },
  { id: 'ticked', header: 'Ticked', cell: tickOf },
];

interface ReportProps {
  people: readonly RollCallPerson[];
  /** The day on which the roll call began. */
  day: string;
}

function Report({ people, day }: ReportProps) {
  const columns = useMemo(() => tableColumns(day), [day]);
  return (
    <Table
      caption="Report"
      rows={inReportOrder(people)}
      rowKey={({ employee }) => employee.id}
      columns={columns}
      groupOf={groupOfPerson}
    />
  );
}

function tickOf({ is_ticked, ticked_by, ticked_at }: RollCallPerson): string {
  return is_ticked ? `${exactClock(ticked_at)} by ${ticked_by}` : 'No';
}

/** The parts of the report, in their order. */
const groups = [
  'Expected, not ticked',
  'Expected, ticked',
  'Ticked, not known to be in',
  'Not expected, not ticked',
] as const;

function groupOfPerson({ state, is_ticked }: RollCallPerson): (typeof groups)[number] {
  if (state === 'in') return is_ticked ? 'Expected, ticked' : 'Expected, not ticked';
  return is_ticked ? 'Ticked, not known to be in' : 'Not expected, not ticked';
}

const inReportOrder = (people: readonly RollCallPerson[]): RollCallPerson[] =>
  groups.flatMap((group) => people.filter((person) => groupOfPerson(person) === group));

/** Saves the report as a file, in the order shown. */
function ExportReport({ report }: { report: RollCallReport }) {
  const source: ExportedSource<ListFormat> = {
    one: 'person',
    many: 'people',
    async export(format, run) {
      const { exportList } = await import('../../../platform/export/list/exportList.ts');
      const people = inReportOrder(report.people).map((person) => ({ ...person, id: person.employee.id }));
      return exportList<RollCallPerson & { id: number }>({
        ...run,
        format,
        title: 'Roll Call',
        many: 'people of the roll call',
        day: dayOf(report),
        columns: fileColumns,
        facts: factsOf(report),
        ask: async () => ({ data: onlyPage(people), message: '', unread: [] }),
      });
    },
  };
  return <ExportButton source={source} />;
}

const factsOf = ({ roll_call, silent }: RollCallReport): Fact[] => {
  const { started_at, started_by, ended_at, ended_by } = roll_call;
  return [
    ['Roll call of', rollCallName(roll_call)],
    ['Began', `${formatTime(started_at)} by ${started_by}`],
    ['Ended', ended_at ? `${formatTime(ended_at)} by ${ended_by}` : 'It goes on'],
    ['Ticked', [rollCallCount(roll_call), othersInWords(roll_call)].filter(Boolean).join(' ')],
    ['Silent when it began', silent.join(', ') || 'No controller'],
  ];
};

const timeOf = (timestamp: string) => (timestamp ? formatTime(timestamp) : '');

const fileColumns: readonly ListColumn<RollCallPerson>[] = [
  { title: 'Employee', text: ({ employee }) => employee.name },
  { title: 'Employee ID', text: ({ employee }) => employee.employee_id },
  { title: 'Department', text: ({ employee }) => employee.department },
  { title: 'Last Known', text: ({ state }) => stateName(state) },
  { title: 'Since', text: ({ since }) => timeOf(since) },
  { title: 'Site', text: ({ site }) => site },
  { title: 'Result', text: groupOfPerson },
  { title: 'Ticked By', text: ({ is_ticked, ticked_by }) => (is_ticked ? ticked_by : '') },
  { title: 'Ticked At', text: ({ is_ticked, ticked_at }) => (is_ticked ? timeOf(ticked_at) : '') },
];
