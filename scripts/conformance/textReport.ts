// The report for a terminal: what failed and what was noted in full, what passed by number.

import type { Report } from './check.ts';
import type { Finding } from './findings.ts';

export function textReport({ api, account, at, wrote, verdict, counts, findings }: Report): string {
  const groups = [...new Set(findings.map(({ group }) => group))];
  const told = groups.map((group) =>
    groupText(
      group,
      findings.filter((finding) => finding.group === group),
    ),
  );
  return [
    `${api}, as ${account}, ${at}${wrote ? ', with records of its own' : ', only reading'}`,
    ...told,
    `${verdict}: ${counts.passed} passed, ${counts.failed} failed, ${counts.noted} noted, ` +
      `${counts.skipped} not looked at`,
  ].join('\n\n');
}

function groupText(group: string, findings: readonly Finding[]): string {
  const passed = findings.filter(({ outcome }) => outcome === 'passed').length;
  const others = findings.filter(({ outcome }) => outcome !== 'passed');
  return [`${group}: ${passed} passed`, ...others.map(findingText)].join('\n');
}

const words = { passed: 'passed', failed: 'FAILED', noted: 'noted', skipped: 'not looked at' };

function findingText({ call, claim, outcome, field, detail = '', shown }: Finding): string {
  const lines = [`  ${words[outcome]}  ${call}  ${claim}`];
  const place = field && !detail.startsWith(field) ? `${field}: ` : '';
  if (detail) lines.push(`      ${place}${detail}`);
  if (shown) lines.push(`      People would see: ${shown}`);
  return lines.join('\n');
}
