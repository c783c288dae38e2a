// The report as a single HTML file without scripts, to read, print or attach.

import type { Report } from './check.ts';
import type { Finding } from './findings.ts';

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
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { font-size: 1.1rem; font-weight: 600; padding: 1.5rem 0 .5rem; text-align: left; }
td, th { border-block-end: 1px solid GrayText; padding: .3rem .75rem .3rem 0; }
td, th { text-align: left; vertical-align: top; }
.failed td:first-child { font-weight: 700; }
code { overflow-wrap: anywhere; }
`;

/** In the order of the rows: what needs work comes first. */
const outcomes = { failed: 'Failed', noted: 'Noted', skipped: 'Skipped', passed: 'Passed' };
const order = Object.keys(outcomes);

export function htmlReport({ api, account, at, wrote, verdict, counts, findings }: Report): string {
  const groups = [...new Set(findings.map(({ group }) => group))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of ${escaped(api)}</title>
<style>${styles}</style>
<h1>${verdict}</h1>
<p><code>${escaped(api)}</code>, as ${escaped(account)}, ${escaped(at)},
${wrote ? 'reading and writing' : 'reading only'}.</p>
<p>${counts.passed} passed, ${counts.failed} failed, ${counts.noted} noted,
${counts.skipped} skipped.</p>
${groups
  .map((group) =>
    table(
      group,
      findings.filter((finding) => finding.group === group),
    ),
  )
  .join('\n')}
</html>
`;
}

const columns = ['Result', 'Call', 'Check', 'Field', 'Found', 'Users would see'];

function table(group: string, findings: readonly Finding[]): string {
  return `<div class="wide"><table>
<caption>${escaped(group)}</caption>
<tr>${columns.map((column) => `<th scope="col">${column}`).join('')}
${findings
  .toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  .map(row)
  .join('\n')}
</table></div>`;
}

function row({ outcome, call, claim, field = '', detail = '', shown = '' }: Finding): string {
  return (
    `<tr class="${outcome}"><td>${outcomes[outcome]}<td><code>${escaped(call)}</code><td>${escaped(claim)}` +
    `<td><code>${escaped(field)}</code><td>${escaped(detail)}<td>${escaped(shown)}`
  );
}
