// The report in three forms: for a terminal, as a page to read, print or attach, and for CI. Whatever needs work comes
// first.

import type { Report } from './check.ts';
import type { Finding, Outcome } from './kit.ts';

const outcomes = ['failed', 'noted', 'skipped', 'passed'] as const satisfies readonly Outcome[];
const titles: Readonly<Record<Outcome, string>> = {
  failed: 'Failed',
  noted: 'Noted',
  skipped: 'Skipped',
  passed: 'Passed',
};

/** Passed checks are only counted. */
export function textReport(report: Report): string {
  const { api, account, at, verdict, counts, findings } = report;
  const having = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome);
  return [
    `${api}, as ${account}, ${at}, ${extentOf(report)}`,
    ...outcomes.filter((outcome) => counts[outcome] > 0).map((outcome) => sectionText(outcome, having(outcome))),
    `${verdict}: ${counts.passed} passed, ${counts.failed} failed, ${counts.noted} noted, ` +
      `${counts.skipped} skipped`,
  ].join('\n\n');
}

function extentOf({ wrote, verdict }: Report): string {
  if (verdict === 'Could not be checked') return 'not signed in';
  return wrote ? 'reading and writing' : 'reading only';
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

function skippedText(findings: readonly Finding[]): string {
  const reasons = [...new Set(findings.map(({ claim, detail }) => `${claim}\n      ${detail}`))];
  return reasons
    .map((reason) => {
      const calls = findings.filter(({ claim, detail }) => `${claim}\n      ${detail}` === reason);
      return `  ${calls.length > 3 ? `${calls.length} calls` : calls.map(({ call }) => call).join(', ')}  ${reason}`;
    })
    .join('\n');
}

function findingText({ call, claim, outcome, field, detail = '', shown }: Finding): string {
  const lines = [`  ${outcome === 'failed' ? 'FAILED' : outcome}  ${call}  ${claim}`];
  const prefix = field && !detail.startsWith(field) ? `${field}: ` : '';
  if (detail) lines.push(`      ${prefix}${detail}`);
  if (shown) lines.push(`      Users would see: ${shown}`);
  return lines.join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const styles = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { font-size: 1.1rem; font-weight: 600; padding: 1.5rem 0 .5rem; text-align: left; }
td, th { border-block-end: 1px solid GrayText; padding: .3rem .75rem .3rem 0; }
td, th { text-align: left; vertical-align: top; }
.failed td:nth-child(3) { font-weight: 700; }
td:nth-child(2), td:nth-child(4) { min-width: 11rem; }
code { overflow-wrap: anywhere; }
`;

/** A single file without scripts. */
export function htmlReport(report: Report): string {
  const { api, account, at, verdict, counts, findings } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of ${escaped(api)}</title>
<style>${styles}</style>
<h1>${verdict}</h1>
<p><code>${escaped(api)}</code>, as ${escaped(account)}, ${escaped(at)},
${extentOf(report)}.</p>
<p>${counts.passed} passed, ${counts.failed} failed, ${counts.noted} noted,
${counts.skipped} skipped.</p>
${outcomes.map((outcome) => section(findings.filter((finding) => finding.outcome === outcome))).join('')}
</html>
`;
}

const columns = ['Group', 'Call', 'Check', 'Field', 'Found', 'Users would see'];

function section(findings: readonly Finding[]): string {
  const [first] = findings;
  if (!first) return '';
  return `<div class="wide"><table>
<caption>${titles[first.outcome]}: ${findings.length}</caption>
<tr>${columns.map((column) => `<th scope="col">${column}`).join('')}
${findings.map(row).join('\n')}
</table></div>
`;
}

function row({ group, outcome, call, claim, field = '', detail = '', shown = '' }: Finding): string {
  return (
    `<tr class="${outcome}"><td>${escaped(group)}<td><code>${escaped(call)}</code><td>${escaped(claim)}` +
    `<td><code>${escaped(field)}</code><td>${escaped(detail)}<td>${escaped(shown)}`
  );
}

/** Writes JUnit XML for CI servers, with a suite per group. Noted checks count as passed, with a note. */
export function junitReport({ api, at, findings }: Report): string {
  const groups = [...new Set(findings.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const cases = findings.filter((finding) => finding.group === group);
    return `<testsuite name="${written(group)}"${counts(cases)}>\n${cases.map(testCase).join('\n')}\n</testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${written(`Conformance of ${api}`)}" timestamp="${at}"${counts(findings)}>
${suites.join('\n')}
</testsuites>
`;
}

function counts(findings: readonly Finding[]): string {
  const having = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length;
  return ` tests="${findings.length}" failures="${having('failed')}" errors="0" skipped="${having('skipped')}"`;
}

function testCase({ group, call, claim, outcome, field, detail = '', shown }: Finding): string {
  const found = `${field ? `${field}: ` : ''}${detail}${shown ? `\nUsers would see: ${shown}` : ''}`;
  const results: Readonly<Record<Outcome, string>> = {
    passed: '',
    failed: `<failure message="${written(detail)}">${written(found)}</failure>`,
    skipped: `<skipped message="${written(detail)}"/>`,
    noted: `<system-out>${written(found)}</system-out>`,
  };
  return `<testcase classname="${written(group)}" name="${written(`${call}: ${claim}`)}">${results[outcome]}</testcase>`;
}

/** Replaces control characters from answers, most of which XML cannot represent. */
const written = (text: string) =>
  escaped(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?'));
