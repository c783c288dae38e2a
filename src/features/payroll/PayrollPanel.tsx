// The payroll file on the page of a company: preview and download of a month, the template, and the evidence of each file.

import { useState } from 'react';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { HistoryButton } from '../../platform/records/history/HistoryButton.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { saveFile } from '../../platform/ui/downloadFile.ts';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import type { Company } from '../../shared/contract/companies.ts';
import type { ClosedMonth } from '../../shared/contract/corrections.ts';
import { today } from '../../shared/words/days.ts';
import { moment } from '../../shared/words/moment.ts';
import { monthsBefore, monthTitle } from '../../shared/words/months.ts';
import { plural } from '../../shared/words/plural.ts';
import { PayrollDialog } from './PayrollDialog.tsx';
import { PayrollPreview } from './PayrollPreview.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

/** Whether the form is open; the palette opens it, too. */
const payrollParams = { payroll: '' };

interface PayrollPanelProps {
  company: Pick<Company, 'id' | 'name' | 'timezone'>;
  /** Includes months reopened since. */
  closed: readonly ClosedMonth[];
}

export default function PayrollPanel({ company, closed }: PayrollPanelProps) {
  const { id } = company;
  const payroll = useResource('GET /companies/{id}/payroll', { id });
  const isClosed = (month: string) => closed.some((each) => each.month === month && !each.reopened_at);
  const months = monthsBefore(today(0, company.timezone), 12);
  const [month, setMonth] = useState(months.find(isClosed) ?? months[0] ?? '');
  const [{ payroll: editing }, change] = useListParams(payrollParams);
  const [previewed, setPreviewed] = useState('');
  const file = useAction('POST /companies/{id}/payroll/files', {
    after({ data }) {
      const bytes = Uint8Array.from(atob(data.content), (letter) => letter.charCodeAt(0));
      saveFile(new Blob([bytes], { type: 'text/csv' }), data.name);
      const { statement, signature } = data;
      saveFile(new Blob([JSON.stringify({ statement, signature })]), `${data.name}.signed.json`);
    },
  });
  return (
    <Panel
      title="Payroll file"
      aside={<HistoryButton size="small" of={{ subject: 'payroll', id }} name={`Payroll of ${company.name}`} />}
    >
      <ResourceView resource={payroll} loading="Loading the payroll file…" lines={4}>
        {({ template, mail_problem, files }) => (
          <div className={layout.stack3}>
            {!template && (
              <p className={layout.muted}>The hours of a closed month as a file for payroll. None is set up yet.</p>
            )}
            {mail_problem && <Banner tone="warning">The file could not be mailed. {mail_problem}</Banner>}
            <div className={layout.row}>
              {template && (
                <>
                  <FilterSelect
                    label="Month of the file"
                    value={month}
                    options={months.map((value) => ({
                      value,
                      label: `${monthTitle(value)}${isClosed(value) ? '' : ' (not closed)'}`,
                    }))}
                    onChange={setMonth}
                  />
                  <Button onClick={() => setPreviewed(month)}>Preview</Button>
                  <Button
                    kind="primary"
                    busy={file.busy}
                    disabledReason={isClosed(month) ? undefined : 'This month is not closed'}
                    onClick={() => void file.run({ id, body: { month } })}
                  >
                    Download
                  </Button>
                </>
              )}
              <Button onClick={() => change({ payroll: 'edit' })}>
                {template ? 'Change Template' : 'Set Up Payroll File'}
              </Button>
            </div>
            {file.error && <Banner tone="bad">{file.error}</Banner>}
            {template && previewed && <PayrollPreview companyId={id} template={template} month={previewed} />}
            {template && template.mail_day > 0 && (
              <p className={layout.muted}>
                Mailed on day {template.mail_day} of the next month, or when the month is closed if that is later, to{' '}
                {template.mail_to}.
              </p>
            )}
            {files.length > 0 && (
              <ul aria-label="Files that were made" className={layout.list}>
                {files.map((each) => (
                  <li key={each.id} className={layout.ruled}>
                    {monthTitle(each.month)}: {each.way === 'mail' ? 'made' : 'downloaded'} {moment(each.made_at)},{' '}
                    {plural(each.total_lines, 'line')}
                    {each.way === 'mail' && `, to ${each.mailed_to}${mailInWords(each)}`}
                    <p className={layout.hint}>SHA-256 {each.sha256}</p>
                  </li>
                ))}
              </ul>
            )}
            {editing && (
              <PayrollDialog
                companyId={id}
                template={template}
                month={month}
                onClose={() => change({ payroll: '' }, { replace: true })}
              />
            )}
          </div>
        )}
      </ResourceView>
    </Panel>
  );
}

type MadeFile = Answer<'GET /companies/{id}/payroll'>['files'][number];

function mailInWords({ mail_state, sent_at, mail_error }: MadeFile): string {
  if (sent_at) return `, sent ${moment(sent_at)}`;
  const why = mail_error && ` (${mail_error})`;
  if (mail_state === 'waiting') return `, not sent yet${why}`;
  if (mail_state !== 'expired') return '';
  return `. The mail server did not take it in three days${why}: download it, and pass it on`;
}
