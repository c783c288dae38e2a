// The report for a terminal: passed checks are only counted.

import type { Report } from './check.ts';
import type { Finding } from './findings.ts';

export function textReport({ api, account, at, wrote, verdict, counts, findings }: Report): string {
  const groups = [...new Set(findings.map(({ group }) => group))];
  const texts = groups.map((group) =>
    groupText(
      group,
      findings.filter((finding) => finding.group === group),
    ),
  );
  return [
    `${api}, as ${account}, ${at}${wrote ? ', reading and writing' : ', reading only'}`,
    ...texts,
    `${verdict}: ${counts.passed} passed, ${counts.failed} failed, ${counts.noted} noted, ` +
      `${counts.skipped} skipped`,
  ].join('\n\n');
}

function groupText(group: string, findings: readonly Finding[]): string {
  const passed = findings.filter(({ outcome }) => outcome === 'passed').length;
  const skipped = findings.filter(({ outcome }) => outcome === 'skipped');
  const others = findings.filter(({ outcome }) => outcome === 'failed' || outcome === 'noted');
  const title = passed > 0 ? `${group}: ${passed} passed` : group;
  return [title, ...others.map(findingText), ...skippedTexts(skipped)].join('\n');
}

/** Combines the calls that were skipped for the same reason. */
function skippedTexts(findings: readonly Finding[]): string[] {
  const reasons = [...new Set(findings.map(({ claim, detail }) => `${claim}\n      ${detail}`))];
  return reasons.map((reason) => {
    const calls = findings.filter(({ claim, detail }) => `${claim}\n      ${detail}` === reason);
    return `  skipped  ${calls.length > 3 ? `${calls.length} calls` : calls.map(({ call }) => call).join(', ')}  ${reason}`;
  });
}

const outcomes = { passed: 'passed', failed: 'FAILED', noted: 'noted', skipped: 'skipped' };

function findingText({ call, claim, outcome, field, detail = '', shown }: Finding): string {
  const lines = [`  ${outcomes[outcome]}  ${call}  ${claim}`];
  const prefix = field && !detail.startsWith(field) ? `${field}: ` : '';
  if (detail) lines.push(`      ${prefix}${detail}`);
  if (shown) lines.push(`      Users would see: ${shown}`);
  return lines.join('\n');
}
