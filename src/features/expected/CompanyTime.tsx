// What is expected of the people of a company: its patterns, and its free days as lines, which are typed, pasted, read
// from a calendar file, or taken over from the year before.

import { useState } from 'react';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { EditNotes } from '../../platform/lists/edits/EditNotes.tsx';
import { useEdit } from '../../platform/lists/edits/useEdit.ts';
import { HistoryButton } from '../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { FileButton } from '../../platform/ui/forms/FileButton.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { HeldForm } from '../../platform/ui/overlays/HeldForm.tsx';
import type { FreeDay, FreeDays as StoredFreeDays } from '../../shared/contract/expectedTime.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { freeDaysInLines, longestCalendar, ofNextYear, readCalendar, readFreeDays } from '../../shared/day/freeDays.ts';
import { today } from '../../shared/words/days.ts';
import { WeekPatterns } from './WeekPatterns.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

export function CompanyTime({ company }: { company: { id: number; name: string } }) {
  const isThere = useCanCall()('GET /companies/{id}/free-days');
  const patterns = useResource('GET /companies/{id}/week-patterns', isThere ? { id: company.id } : null);
  const freeDays = useResource('GET /companies/{id}/free-days', isThere ? { id: company.id } : null);
  if (!isThere) return null;
  return (
    <>
      <ResourceView resource={patterns} skeleton={<LineSkeleton label="Loading the patterns…" lines={3} />}>
        {(loaded) => <WeekPatterns companyId={company.id} patterns={loaded} />}
      </ResourceView>
      <Panel
        title="Free Days"
        aside={
          <HistoryButton
            size="small"
            of={{ subject: 'free_days', id: company.id }}
            name={`the Free Days of ${company.name}`}
          />
        }
      >
        <ResourceView resource={freeDays} skeleton={<LineSkeleton label="Loading the free days…" lines={6} />}>
          {(loaded) => <FreeDaysForm companyId={company.id} freeDays={loaded} />}
        </ResourceView>
      </Panel>
    </>
  );
}

const valuesOf = ({ days }: Pick<StoredFreeDays, 'days'>) => ({ days: freeDaysInLines(days) });
const readable: Check = (value) => readFreeDays(String(value)).problem || undefined;

function FreeDaysForm({ companyId, freeDays }: { companyId: number; freeDays: StoredFreeDays }) {
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
  const year = Number(today().slice(0, 4));
  const typed = readFreeDays(form.values.days).days;
  const nextYear = typed.some(({ day }) => day.startsWith(`${year}-`)) ? year + 1 : year;
  const lastYears = ofNextYear(typed, nextYear);

  /** Keeps what is there: of a day that is there already, nothing changes. */
  function add(days: readonly FreeDay[]) {
    const known = new Set(typed.map(({ day }) => day));
    const all = [...typed, ...days.filter(({ day }) => !known.has(day))];
    form.set('days', freeDaysInLines(all.sort((one, other) => (one.day < other.day ? -1 : 1))));
  }

  async function addFile(file: File) {
    const read =
      file.size > longestCalendar ? { days: [], problem: 'The file is too large' } : readCalendar(await file.text());
    setProblem(read.problem);
    if (!read.problem) add(read.days);
  }
  return (
    <Form form={form} label="Free days">
      <HeldForm dirty={form.dirty} />
      <EditNotes meeting={edit.meeting} form={form} />
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
          disabledReason={lastYears.length > 0 ? undefined : `There are no free days of ${nextYear - 1}`}
          onClick={() => add(lastYears)}
        >
          Add Those of {nextYear - 1} for {nextYear}
        </Button>
      </p>
    </Form>
  );
}
