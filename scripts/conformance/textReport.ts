// The report for a terminal: what needs work comes first, and passed checks are only counted.

import type { Report } from './check.ts';
import { type Finding, type Outcome, outcomes, titles } from './findings.ts';

export function textReport({ api, account, at, wrote, verdict, counts, findings }: Report): string {
  const having = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome);
  return [
    `${api}, as ${account}, ${at}${wrote ? ', reading and writing' : ', reading only'}`,
    ...outcomes.filter((outcome) => counts[outcome] > 0).map((outcome) => sectionText(outcome, having(outcome))),
    `${verdict}: ${counts.passed} passed, ${counts.failed} failed, ${counts.noted} noted, ` +
      `${counts.skipped} skipped`,
  ].join('\n\n');
}

function sectionText(outcome: Outcome, findings: readonly Finding[]): string {
  const groups = [...new Set(findings.map(({ group }) => group))];
  const of = (group: string) => findings.filter((finding) => finding.group === group);
  if (outcome === 'passed') return `Passed: ${groups.map((group) => `${group} ${of(group).length}`).join(', ')}`;
  const text = outcome === 'skipped' ? skippedText : findingsText;
  return [`${titles[outcome]}: ${findings.length}`, ...groups.map((group) => `${group}\n${text(of(group))}`)].join(
    '\n\n',
  );
}

const findingsText = (findings: readonly Finding[]) => findings.map(findingText).join('\n');

/** Combines the calls that were skipped for the same reason. */
function skippedText(findings: readonly Finding[]): string {
  const reasons = [...new Set(findings.map(({ claim, detail }) => `${claim}\n      ${detail}`))];
  return reasons
    .map((reason) => {
      const calls = findings.filter(({ claim, detail }) => `${claim}\n      ${detail}` === reason);
      return `  ${calls.length > 3 ? `${calls.length} calls` : calls.map(({ call }) => call).join(', ')}  ${reason}`;
    })
    .join('\n');
}

const labels = { passed: 'passed', failed: 'FAILED', noted: 'noted', skipped: 'skipped' };

function findingText({ call, claim, outcome, field, detail = '', shown }: Finding): string {
  const lines = [`  ${labels[outcome]}  ${call}  ${claim}`];
  const prefix = field && !detail.startsWith(field) ? `${field}: ` : '';
  if (detail) lines.push(`      ${prefix}${detail}`);
  if (shown) lines.push(`      Users would see: ${shown}`);
  return lines.join('\n');
}
