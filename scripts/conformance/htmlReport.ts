// The report as a single HTML file without scripts, to read, print or attach. What needs work comes first.

import type { Report } from './check.ts';
import { type Finding, outcomes, titles } from './findings.ts';

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

export function htmlReport({ api, account, at, wrote, verdict, counts, findings }: Report): string {
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
${outcomes.map((outcome) => section(findings.filter((finding) => finding.outcome === outcome))).join('')}
</html>
`;
}

const columns = ['Group', 'Call', 'Check', 'Field', 'Found', 'Users would see'];

/** The findings of one outcome. */
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
