// What an import did, in a sentence and row by row.

import { useMemo } from 'react';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import type { ReportedRow, RowStatus } from './rowStatus.ts';
import { RowList } from './RowList.tsx';

interface ImportResultProps {
  rows: readonly ReportedRow[];
  /** Why it ended before its end; '' if the user cancelled it. */
  stopped: string | undefined;
}

export function ImportResult({ rows, stopped }: ImportResultProps) {
  const message = useMemo(() => describe(rows), [rows]);
  const tone = stopped ? 'bad' : message.isWhole ? 'good' : 'warning';
  const ending = stopped ? `The import stopped. ${stopped} ` : stopped === '' ? 'The import was cancelled. ' : '';
  return (
    <>
      <Banner tone={tone}>{ending + message.text}</Banner>
      <RowList rows={rows} />
    </>
  );
}

function describe(rows: readonly ReportedRow[]): { text: string; isWhole: boolean } {
  const count = (...wanted: RowStatus[]) => rows.filter(({ status }) => wanted.includes(status)).length;
  const parts = [`${plural(count('created'), 'employee')} created`, `${groupDigits(count('changed'))} changed`];
  const more: [number, string][] = [
    [count('nothing'), 'unchanged'],
    [count('refused'), 'refused'],
    [count('failed'), 'failed'],
    [count('unclear'), 'not confirmed'],
    [count('left'), 'not imported'],
  ];
  const text = [
    ...parts,
    ...more.filter(([number]) => number > 0).map(([number, what]) => `${groupDigits(number)} ${what}`),
  ];
  return { text: `${text.join(', ')}.`, isWhole: count('failed', 'unclear', 'left', 'refused') === 0 };
}
