// Says what a verification found: the first broken line, or that all is whole, and what that proves.

import type { ChainResult } from './export/verifyChain.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import * as s from './VerifyDialog.module.css';

interface VerifyResultProps {
  result: ChainResult;
  isFile: boolean;
  /** True if it was compared with a hash noted earlier. */
  isNoted: boolean;
}

export function VerifyResult({ result, isFile, isNoted }: VerifyResultProps) {
  const { entries, head, erased, fault } = result;
  return (
    <div className={s.result}>
      <div role="status">
        {fault ? (
          <Banner tone="bad">
            {`${isFile ? `Line ${groupDigits(fault.line)} is broken` : 'The audit is broken'}: ${fault.words}. ` +
              `Intact before that: ${entriesInWords(entries)}.`}
          </Banner>
        ) : (
          <Banner tone={isWarning(result, isNoted, isFile) ? 'warning' : 'good'}>
            {wholeInWords(result, isNoted, isFile)}
          </Banner>
        )}
      </div>
      <Facts
        items={[
          { label: 'Entries', value: groupDigits(entries) },
          { label: 'Last hash', value: head && <code className={s.code}>{head}</code> },
          {
            label: 'Erased',
            value: erased > 0 && `Personal values of ${entriesInWords(erased)} were erased. Their hashes still fit.`,
          },
        ]}
      />
    </div>
  );
}

const entriesInWords = (count: number) => (count === 1 ? '1 entry' : `${groupDigits(count)} entries`);

const isWarning = ({ entries, isSelection }: ChainResult, isNoted: boolean, isFile: boolean) =>
  isSelection || entries === 0 || (isFile && !isNoted);

function wholeInWords({ entries, isSelection }: ChainResult, isNoted: boolean, isFile: boolean): string {
  if (entries === 0) return 'There are no entries.';
  const all = entriesInWords(entries);
  if (isSelection) return `${all} of a selection: none was altered. What was left out of the file cannot be told.`;
  if (isNoted) return `The audit is whole: ${all}, and the hash that you noted is among theirs.`;
  return isFile
    ? `The file is whole: ${all}. Whether its end was cut off shows only with a hash that was noted.`
    : `The audit is whole: ${all}.`;
}
