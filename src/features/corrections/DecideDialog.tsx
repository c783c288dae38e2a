// Approves or refuses corrections of others: all that are chosen, or none. A refusal needs a reason; before an approval
// it shows the hours of each day before and after.

import { useState } from 'react';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useIsMounted } from '../../platform/hooks/useIsMounted.ts';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { toast } from '../../platform/ui/feedback/toasts.ts';
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { reasonRules } from '../../shared/contract/checks.ts';
import type { Correction } from '../../shared/contract/corrections.ts';
import { correctionText } from '../../shared/words/correctionText.ts';
import { plural } from '../../shared/words/plural.ts';
import { dayInWords, PreviewDays, usePreview } from './CorrectionPreview.tsx';
import { dayTitle } from '../../shared/words/time.ts';
import * as s from './CorrectionDialog.module.css';

export interface Decision {
  agree: boolean;
  corrections: readonly Correction[];
}

export function DecideDialog({ corrections, agree, onClose }: Decision & { onClose(): void }) {
  const isMounted = useIsMounted();
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const chosen = corrections.filter(({ id }) => !leftOut.has(id));
  const ids = chosen.map(({ id }) => id);
  const decision = useAction('POST /corrections/decide', {
    quiet: true,
    after({ data }) {
      const what = data.length === 1 ? 'Correction' : plural(data.length, 'correction');
      toast.good(`${what} ${agree ? 'approved' : 'refused'}`);
      if (isMounted()) onClose();
    },
  });
  const form = useForm({
    initial: { reason: '' },
    rules: agree ? {} : reasonRules,
    send: ({ reason }) => decision.run({ body: { ids, agree, reason } }),
    action: decision,
  });
  const preview = usePreview(agree && ids.length > 0 ? { ids } : null, decision.busy);
  const days = preview.status === 'ready' ? preview.result.days : [];
  const isShown = ({ day, employee }: (typeof days)[number]) =>
    chosen.some((each) => each.day === day && each.employee?.id === employee?.id);
  const others = days.filter((day) => !isShown(day));
  const label = agree ? 'Approve' : 'Refuse';
  const noun = corrections.length === 1 ? 'Correction' : 'Corrections';

  function toggle(id: number) {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    setLeftOut(next);
  }
  return (
    <FormDialog
      title={`${label} ${noun}`}
      submitLabel={corrections.length === 1 ? label : `${label} ${plural(ids.length, 'Correction')}`}
      size={corrections.length === 1 ? undefined : 'large'}
      form={form}
      onClose={onClose}
    >
      <table className={`${s.days} ${s.decisions}`}>
        <thead>
          <tr>
            <th scope="col">Correction</th>
            {agree && <th scope="col">Before</th>}
            {agree && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {corrections.map((correction) => {
            const day = days.find(
              (each) => each.day === correction.day && each.employee?.id === correction.employee?.id,
            );
            const unknown = preview.status === 'loading' && !leftOut.has(correction.id) ? '…' : '–';
            return (
              <tr key={correction.id}>
                <th scope="row">
                  {corrections.length === 1 ? (
                    <About correction={correction} />
                  ) : (
                    <label className={s.decided}>
                      <Checkbox checked={!leftOut.has(correction.id)} onChange={() => toggle(correction.id)} />
                      <About correction={correction} />
                    </label>
                  )}
                </th>
                {agree && <td>{day ? dayInWords(day.day, day.before) : unknown}</td>}
                {agree && <td>{day ? dayInWords(day.day, day.after) : unknown}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {preview.status === 'failed' && <Banner tone="warning">{preview.message}</Banner>}
      {others.length > 0 && (
        <PreviewDays preview={{ status: 'ready', result: { days: others, needs_second_person: 0 } }} />
      )}
      <TextField name="reason" label={agree ? 'Note' : 'Reason'} required={!agree} autoFocus />
    </FormDialog>
  );
}

const About = ({ correction }: { correction: Correction }) => (
  <span>
    <b>{correctionText.person(correction)}</b>
    <span className={s.date}>{dayTitle(correction.day)}</span>
    {correctionText.action(correction)}
    <span className={s.worked}>
      {correction.author}: {correction.reason}
    </span>
    {correction.hr && <span className={s.hr}>{correction.hr}</span>}
  </span>
);
