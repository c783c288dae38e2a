// Expected time: on a company's page its patterns and free days; on a person's page patterns, leave, and balances
// carried over.
import { useState } from 'react';
import { useActionForm, useForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useTodayOf } from '../../platform/lists/useCompanies.ts';
import { EditNotes } from '../../platform/records/edits/EditNotes.tsx';
import { useEdit } from '../../platform/records/edits/useEdit.ts';
import { HistoryButton } from '../../platform/records/history/HistoryButton.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { TimeAgo } from '../../platform/ui/data/TimeAgo.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { FileButton } from '../../platform/ui/forms/FileButton.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { UnsavedFormGuard } from '../../platform/ui/overlays/UnsavedFormGuard.tsx';
import type { Company } from '../../shared/contract/companies.ts';
import {
  balanceRules,
  type FreeDay,
  type Leave,
  type LeaveReading,
  leaveRules,
  type FreeDays as StoredFreeDays,
} from '../../shared/contract/expectedTime.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { freeDaysInLines, longestCalendar, ofNextYear, readCalendar, readFreeDays } from '../../shared/day/freeDays.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { today } from '../../shared/words/days.ts';
import { describePeriod } from '../../shared/words/periods.ts';
import { hoursAndMinutes, readHours, signedHours } from '../../shared/words/workedTime.ts';
import { EntryList } from './EntryList.tsx';
import { WeekPatterns } from './WeekPatterns.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

export function CompanyTime({ company }: { company: Pick<Company, 'id' | 'name' | 'timezone'> }) {
  const day = today(0, company.timezone);
  const isThere = useCanCall()('GET /companies/{id}/free-days');
  const patterns = useResource('GET /companies/{id}/week-patterns', isThere ? { id: company.id } : null);
  const freeDays = useResource('GET /companies/{id}/free-days', isThere ? { id: company.id } : null);
  if (!isThere) return null;
  return (
    <>
      <ResourceView resource={patterns} loading="Loading the patterns…" lines={3}>
        {(loaded) => <WeekPatterns companyId={company.id} today={day} patterns={loaded} />}
      </ResourceView>
      <Panel
        title="Free days"
        aside={
          <HistoryButton
            size="small"
            of={{ subject: 'free_days', id: company.id }}
            name={`the free days of ${company.name}`}
          />
        }
      >
        <ResourceView resource={freeDays} loading="Loading the free days…" lines={6}>
          {(loaded) => <FreeDaysForm companyId={company.id} thisYear={Number(day.slice(0, 4))} freeDays={loaded} />}
        </ResourceView>
      </Panel>
    </>
  );
}

const valuesOf = ({ days }: Pick<StoredFreeDays, 'days'>) => ({ days: freeDaysInLines(days) });
const readable: Check = (value) => readFreeDays(String(value)).problem || undefined;

interface FreeDaysFormProps {
  companyId: number;
  thisYear: number;
  freeDays: StoredFreeDays;
}

/** Edits free days as lines, which are typed, pasted, read from a calendar file, or copied from the year before. */
function FreeDaysForm({ companyId, thisYear, freeDays }: FreeDaysFormProps) {
  const [problem, setProblem] = useState('');
  const edit = useEdit('PUT /companies/{id}/free-days', {
    record: freeDays,
    valuesOf,
    args: ({ days }, version) => ({ id: companyId, body: { days: [...readFreeDays(days).days], version } }),
    read: async (api) => (await api('GET /companies/{id}/free-days', { id: companyId })).data,
    after({ data }) {
      if (!data) return;
      edit.goOnFrom(data);
      form.restart(valuesOf(data));
    },
  });
  const form = useForm({ initial: valuesOf(freeDays), rules: { days: [readable] }, send: edit.send, action: edit });
  const typed = readFreeDays(form.values.days);
  const year = typed.days.some(({ day }) => day.startsWith(`${thisYear}-`)) ? thisYear + 1 : thisYear;
  const lastYears = ofNextYear(typed.days, year);

  /** Leaves existing days as they are. */
  function add(days: readonly FreeDay[]) {
    setProblem(typed.problem);
    if (typed.problem) return;
    const known = new Set(typed.days.map(({ day }) => day));
    const all = [...typed.days, ...days.filter(({ day }) => !known.has(day))];
    form.set('days', freeDaysInLines(all.sort((one, other) => (one.day < other.day ? -1 : 1))));
  }

  async function addFile(file: File) {
    // It may have been deleted since it was chosen.
    const unread = () => ({ days: [], problem: `${file.name} could not be read` });
    const read =
      file.size > longestCalendar
        ? { days: [], problem: 'The file is too large' }
        : await file.text().then(readCalendar, unread);
    if (read.problem) setProblem(read.problem);
    else add(read.days);
  }
  return (
    <Form form={form} label="Free days">
      <UnsavedFormGuard dirty={form.dirty} busy={form.busy} />
      <EditNotes conflict={edit.conflict} form={form} />
      {problem && <Banner tone="bad">{problem}</Banner>}
      <TextAreaField
        name="days"
        label="One day in each line"
        rows={8}
        hint="Such as 2026-12-25 Christmas, or 2026-12-24 half Christmas Eve. To take one back, remove its line."
      />
      <p className={layout.row}>
        <Button kind="primary" type="submit" busy={form.busy}>
          Save Free Days
        </Button>
        <FileButton label="Calendar file" accept=".ics,text/calendar" onFile={(file) => void addFile(file)}>
          Add from Calendar File
        </FileButton>
        <Button
          disabledReason={lastYears.length > 0 ? undefined : `There are no free days of ${year - 1}`}
          onClick={() => add(lastYears)}
        >
          Add Those of {year - 1} for {year}
        </Button>
      </p>
    </Form>
  );
}

export function PersonTime({ id, companyId }: { id: number; companyId: number }) {
  const time = useResource('GET /employees/{id}/expected-time', { id });
  const day = useTodayOf()(companyId);
  return (
    <ResourceView resource={time} loading="Loading expected time…" lines={6}>
      {({ patterns, leaves, balances, leave_reading }) => (
        <>
          <WeekPatterns companyId={companyId} today={day} employeeId={id} patterns={patterns} />
          <EntryList
            title="Leave"
            noun="Leave"
            about={leave_reading && <ReadingNote {...leave_reading} />}
            empty={leave_reading ? 'There is none.' : 'No leave is entered.'}
            rows={leaves}
            nameOf={daysInWords}
            detailOf={partInWords}
            isOwn={({ source }) => !source || !leave_reading}
            add="POST /leaves"
            remove="DELETE /leaves/{id}"
            dialog={(onClose) => <LeaveDialog employeeId={id} today={day} onClose={onClose} />}
          />
          <EntryList
            title="Balance"
            noun="Balance"
            empty="No balance was carried forward, so timesheets show none."
            rows={balances}
            nameOf={({ minutes, day }) => `${signedHours(minutes)} from ${dateTitle(day)}`}
            detailOf={({ reason }) => reason}
            add="POST /balances"
            remove="DELETE /balances/{id}"
            dialog={(onClose) => <BalanceDialog employeeId={id} today={day} onClose={onClose} />}
          />
        </>
      )}
    </ResourceView>
  );
}

const daysInWords = ({ first_day, last_day }: Leave): string =>
  describePeriod({ start_date: first_day, end_date: last_day });

const partInWords = ({ is_half, minutes, source }: Leave): string =>
  [
    minutes ? `${hoursAndMinutes(minutes)} of each day` : is_half ? 'Half days' : 'Whole days',
    ...(source ? [`read from ${source}`] : []),
  ].join(', ');

function ReadingNote({ source, read_at, is_stale, is_matched }: LeaveReading) {
  if (!is_matched)
    return (
      <Banner tone="warning">
        Leave is read from {source}, where no person is matched with this employee. Their leave is unknown, so on days
        without events they are Not seen rather than Absent.
      </Banner>
    );
  const age = read_at ? (
    <>
      Read from {source} <TimeAgo at={read_at} />. What is entered here counts instead.
    </>
  ) : (
    `It has not been read from ${source} yet.`
  );
  if (!is_stale) return <p className={layout.muted}>{age}</p>;
  return <Banner tone="warning">{age} Days since then are Not seen rather than Absent.</Banner>;
}

interface DialogProps {
  employeeId: number;
  /** The company's. */
  today: string;
  onClose(): void;
}

function LeaveDialog({ employeeId, today, onClose }: DialogProps) {
  const form = useActionForm('POST /leaves', {
    initial: { first_day: today, last_day: today, is_half: false },
    rules: leaveRules,
    args: (values) => ({ body: { ...values, employee_id: employeeId } }),
    whileOpen: onClose,
  });
  return (
    <FormDialog title="Add Leave" submitLabel="Add Leave" form={form} onClose={onClose}>
      <FieldGrid>
        <TextField name="first_day" label="First day" type="date" required />
        <TextField name="last_day" label="Last day" type="date" required />
      </FieldGrid>
      <CheckboxField name="is_half" label="Half days" hint="Half of the hours of each of these days" />
    </FormDialog>
  );
}

const hours: Check = (value) =>
  readHours(String(value)) === undefined ? 'Please enter hours such as 12:30 or -3:30' : undefined;

function BalanceDialog({ employeeId, today, onClose }: DialogProps) {
  const form = useActionForm('POST /balances', {
    initial: { day: today, minutes: '0:00', reason: '' },
    rules: { ...balanceRules, minutes: [hours] },
    args: ({ minutes, ...values }) => ({
      body: { ...values, minutes: readHours(minutes) ?? 0, employee_id: employeeId },
    }),
    whileOpen: onClose,
  });
  return (
    <FormDialog title="Add Balance" submitLabel="Add Balance" form={form} onClose={onClose}>
      <FieldGrid>
        <TextField name="day" label="From the beginning of" type="date" required />
        <TextField name="minutes" label="Hours" hint="Such as 12:30 or -3:30" required />
      </FieldGrid>
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  );
}
