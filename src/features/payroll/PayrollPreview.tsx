// Previews a month's file: the first lines, whether the totals match the sheets, and what is wrong where.

import { usePreview } from '../../platform/hooks/usePreview.ts';
import { idOf, Table } from '../../platform/ui/data/Table.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import type { PayrollTemplate, StoredTemplate } from '../../shared/contract/payroll.ts';
import { monthTitle } from '../../shared/words/months.ts';
import { plural } from '../../shared/words/plural.ts';
import { hoursAndMinutes } from '../../shared/words/workedTime.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './PayrollDialog.module.css';

const showIt = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' });

interface PayrollPreviewProps {
  companyId: number;
  template: PayrollTemplate | StoredTemplate;
  month: string;
}

export function PayrollPreview({ companyId, template, month }: PayrollPreviewProps) {
  const preview = usePreview('POST /companies/{id}/payroll/preview', {
    id: companyId,
    body: { ...template, month },
  });
  if (preview.status === 'loading') return <LineSkeleton label="Loading the preview…" lines={6} />;
  if (preview.status === 'failed') return <LoadFailed message={preview.message} onRetry={preview.retry} />;
  const { is_closed, header, rows, total_lines, sheet_minutes, totals, problems, total_problems } = preview.result;
  const title = `${monthTitle(month)}${is_closed ? '' : ' (not closed)'}: ${plural(total_lines, 'line')}`;
  const columns = header.map((name, index) => ({
    id: String(index),
    header: name,
    narrow: true,
    cell: ({ cells }: { id: number; cells: readonly string[] }) => cells[index] ?? '',
  }));
  return (
    <section ref={showIt} aria-label={`Preview of ${monthTitle(month)}`} className={layout.stack3}>
      {problems.map(({ employee, column, message }, index) => (
        <Banner key={index} tone="bad">
          {[employee, column].filter((part) => part !== '').join(', ')}: {message}
        </Banner>
      ))}
      {total_problems > problems.length && <p>And {plural(total_problems - problems.length, 'more problem')}</p>}
      <h3>{rows.length < total_lines ? `${title}, of which these are the first ${rows.length}` : title}</h3>
      <div className={s.wide}>
        <Table
          caption={title}
          rows={rows.map((cells, index) => ({ id: index, cells }))}
          rowKey={idOf}
          columns={columns}
        />
      </div>
      <ul aria-label="Totals" className={layout.list}>
        <li>All timesheets: {hoursAndMinutes(sheet_minutes)} worked</li>
        {totals.map(({ name, sheet_minutes: ofSheets, file_minutes }, index) => (
          <li key={index}>
            {name}: {hoursAndMinutes(file_minutes)}
            {file_minutes === ofSheets ? ', not rounded' : `, rounded from ${hoursAndMinutes(ofSheets)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
