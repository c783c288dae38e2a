// A person's report as JSON. Row by row: as one text it may be longer than a browser allows.

import type { ReadSection, ReportFile } from './reportFile.ts';

export function reportJson({ person, sections, readBy, readOn }: ReportFile): Blob {
  const head = JSON.stringify({ report: 'rollcall-personal-data-1', person, read_by: readBy, read_on: readOn });
  const parts = [`${head.slice(0, -1)},"sections":[\n`];
  for (const [index, section] of sections.entries()) {
    if (index > 0) parts.push(',\n');
    addSection(parts, section);
  }
  parts.push('\n]}\n');
  return new Blob(parts, { type: 'application/json' });
}

function addSection(parts: string[], { name, title, about, content }: ReadSection): void {
  parts.push(`${JSON.stringify({ name, title, about }).slice(0, -1)},"rows":[`);
  for (const [index, row] of content.entries()) parts.push(index === 0 ? '\n' : ',\n', JSON.stringify(row));
  parts.push(']}');
}
