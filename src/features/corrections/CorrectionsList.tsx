// The list of all corrections, newest first: who corrected what and why. Users who may approve decide here about the
// waiting ones.

import { useState } from 'react';
import { withIds } from '../../platform/bulk/selection.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { toast } from '../../platform/hooks/toasts.ts';
import { useActionForm } from '../../platform/hooks/useForm.ts';
import { usePreview } from '../../platform/hooks/usePreview.ts';
import { CompanyChip } from '../../platform/lists/CompanyChip.tsx';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { useList } from '../../platform/lists/useList.ts';
import { ZonesNote } from '../../platform/lists/ZonesNote.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { PlainTable } from '../../platform/ui/data/PlainTable.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { SelectChip } from '../../platform/ui/filters/SelectChip.tsx';
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { reasonRules } from '../../shared/contract/checks.ts';
import { type Correction, correctionStates, calls as correctionsCalls } from '../../shared/contract/corrections.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { correctionText, stateName } from '../../shared/words/correctionText.ts';
import { plural } from '../../shared/words/plural.ts';
import { dayTitle } from '../../shared/words/time.ts';
import { CorrectionDialogPart } from './CorrectionDialogPart.ts';
import { CorrectionItem, UndoButton } from './CorrectionItem.tsx';
import { dayInWords, PreviewDays, PreviewFailed, typingPauseMs } from './CorrectionPreview.tsx';
import type { CorrectionDraft } from './drafts.ts';
import { ClosedMark, useClosedMonths } from './months/ClosedMark.tsx';
import { CloseMonthsButton } from './months/ClosedMonths.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as dialog from './CorrectionDialog.module.css';
import * as s from './CorrectionItem.module.css';

/** '' means any. */
const correctionsList = listCall(
  'GET /corrections',
  { company_id: '', state: '', for_me: '', start_date: '', end_date: '', page: 1 },
  (params) => ({ query: readQuery(correctionsCalls['GET /corrections'].query, { ...params }) }),
);

const stateOptions = correctionStates.map((value) => ({ value, label: stateName(value) }));

export default function CorrectionsList() {
  const { pages, params, change } = useList(correctionsList);
  const { company_id, state, for_me, start_date, end_date } = params;
  const isForMe = for_me !== '';
  return (
    <div className={layout.stack4}>
      <div className={layout.row}>
        <CompanyChip value={company_id} onChange={(chosen) => change({ company_id: chosen })} />
        {!isForMe && (
          <SelectChip
            label="State"
            value={state}
            options={stateOptions}
            allLabel="All States"
            onChange={(chosen) => change({ state: chosen })}
          />
        )}
        <PeriodChip period={{ start_date, end_date }} usual={{ start_date: '', end_date: '' }} onChange={change} />
        <CloseMonthsButton companyId={company_id} />
      </div>
      <ZonesNote isOneCompany={company_id !== ''} />
      <PagedList
        {...pages}
        loading="Loading corrections…"
        lines={8}
        empty={
          <EmptyState
            icon="check"
            title={isForMe ? 'Nothing waits for you' : 'No corrections found'}
            hint={
              isForMe
                ? 'Corrections of others that need a second person are listed here.'
                : 'Events that somebody adds or ignores, and exceptions accepted as they are, are listed here.'
            }
          />
        }
      >
        {({ data, total }) => <CorrectionRows corrections={data} decidable={isForMe ? total : 0} />}
      </PagedList>
    </div>
  );
}

type Open = { action: 'undo'; draft: CorrectionDraft } | ({ action: 'decide' } & Decision);

interface CorrectionRowsProps {
  corrections: readonly Correction[];
  /** How many wait for the user; set if the list has no others. */
  decidable?: number;
}

export function CorrectionRows({ corrections, decidable = 0 }: CorrectionRowsProps) {
  const { id: userId } = useUser();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { isClosed, failed } = useClosedMonths();
  return (
    <>
      {failed}
      {decidable > 1 && (
        <p>
          <Button kind="primary" onClick={() => setOpen({ action: 'decide', agree: true, corrections })}>
            {decidable > corrections.length
              ? `Approve These ${corrections.length}…`
              : `Approve All ${corrections.length}…`}
          </Button>
        </p>
      )}
      <ul aria-label="Corrections" className={`${layout.list} ${layout.box} ${s.rows}`}>
        {corrections.map((correction) => (
          <CorrectionItem
            key={correction.id}
            correction={correction}
            person={<Person correction={correction} isClosed={isClosed(correction.company.id, correction.day)} />}
            note={isOwnWaiting(correction, userId) ? 'You made this correction, so someone else decides.' : undefined}
            actions={<Actions correction={correction} onOpen={setOpen} />}
          />
        ))}
      </ul>
      {open?.action === 'undo' && <CorrectionDialogPart drafts={[open.draft]} onClose={close} />}
      {open?.action === 'decide' && <DecideDialog {...open} onClose={close} />}
    </>
  );
}

const isOwnWaiting = ({ state, author_id }: Correction, userId: number) => state === 'waiting' && author_id === userId;

function Person({ correction, isClosed }: { correction: Correction; isClosed: boolean }) {
  return (
    <span className={s.person}>
      {correctionText.person(correction)}{' '}
      <span className={s.muted}>
        <span className={layout.unbroken}>{dayTitle(correction.day)}</span> · {correction.company.name}
        {isClosed && (
          <>
            {' · '}
            <ClosedMark day={correction.day} />
          </>
        )}
      </span>
    </span>
  );
}

function Actions({ correction, onOpen }: { correction: Correction; onOpen(open: Open): void }) {
  const { id: userId } = useUser();
  const mayDecide = useCanCall()('POST /corrections/{id}/decide');
  const isWaiting = correction.state === 'waiting';
  const name = `${correctionText.action(correction)}, ${correctionText.person(correction)}`;
  const decide = (label: string, agree: boolean) => (
    <Button
      size="small"
      aria-label={`${label} ${name}`}
      onClick={() => onOpen({ action: 'decide', agree, corrections: [correction] })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {isWaiting && !isOwnWaiting(correction, userId) && mayDecide && (
        <>
          {decide('Approve', true)}
          {decide('Refuse', false)}
        </>
      )}
      <UndoButton correction={correction} onUndo={(draft) => onOpen({ action: 'undo', draft })} />
    </>
  );
}

// Approves or refuses corrections of others, all chosen ones or none. A refusal needs a reason; an approval first shows
// each day's hours before and after.

interface Decision {
  agree: boolean;
  corrections: readonly Correction[];
}

function DecideDialog({ corrections, agree, onClose }: Decision & { onClose(): void }) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const chosen = corrections.filter(({ id }) => !leftOut.has(id));
  const ids = chosen.map(({ id }) => id);
  const form = useActionForm('POST /corrections/decide', {
    initial: { reason: '' },
    rules: agree ? {} : reasonRules,
    args: ({ reason }) => ({ body: { ids, agree, reason } }),
    quiet: true,
    after({ data }) {
      const what = data.length === 1 ? 'Correction' : plural(data.length, 'correction');
      toast.good(`${what} ${agree ? 'approved' : 'refused'}`);
    },
    whileOpen: onClose,
  });
  const preview = usePreview('POST /corrections/decide/preview', agree && ids.length > 0 ? { body: { ids } } : null, {
    pauseMs: typingPauseMs,
    isHeld: form.busy,
  });
  const days = preview.status === 'ready' ? preview.result : [];
  const isShown = ({ day, employee }: (typeof days)[number]) =>
    chosen.some((each) => each.day === day && each.employee?.id === employee?.id);
  const others = days.filter((day) => !isShown(day));
  const label = agree ? 'Approve' : 'Refuse';
  const noun = corrections.length === 1 ? 'Correction' : 'Corrections';
  return (
    <FormDialog
      title={`${label} ${noun}`}
      submitLabel={corrections.length === 1 ? label : `${label} ${plural(ids.length, 'Correction')}`}
      size={corrections.length === 1 ? undefined : 'large'}
      form={form}
      onClose={onClose}
    >
      <PlainTable
        className={dialog.decisions}
        titles={['Correction', ...(agree ? ['Before', 'After'] : [])]}
        rows={corrections.map((correction) => {
          const day = days.find((each) => each.day === correction.day && each.employee?.id === correction.employee?.id);
          const unknown = preview.status === 'loading' && !leftOut.has(correction.id) ? '…' : '–';
          const inWords = (part: 'before' | 'after') => (day ? dayInWords(day.day, day[part]) : unknown);
          return {
            key: correction.id,
            header:
              corrections.length === 1 ? (
                <About correction={correction} />
              ) : (
                <label className={dialog.decided}>
                  <Checkbox
                    checked={!leftOut.has(correction.id)}
                    onChange={({ target }) => setLeftOut(withIds(leftOut, [correction.id], !target.checked))}
                  />
                  <About correction={correction} />
                </label>
              ),
            cells: agree ? [inWords('before'), inWords('after')] : [],
          };
        })}
      />
      {preview.status === 'failed' && <PreviewFailed {...preview} />}
      {others.length > 0 && <PreviewDays days={others} />}
      <TextField name="reason" label={agree ? 'Note' : 'Reason'} required={!agree} autoFocus />
    </FormDialog>
  );
}

const About = ({ correction }: { correction: Correction }) => (
  <span>
    <b>{correctionText.person(correction)}</b>
    <span className={dialog.day}>{dayTitle(correction.day)}</span>
    {correctionText.action(correction)}
    <span className={dialog.worked}>
      {correction.author}: {correction.reason}
    </span>
    {correction.hr && <span className={dialog.hr}>{correction.hr}</span>}
  </span>
);
