// The export of the audit, and its verification.

import { useState } from 'react';
import { loadOnce } from '../../platform/boot/loadOnce.ts';
import { ExportMenu } from '../../platform/lists/listExport/ExportMenu.tsx';
import type { ExportedSource } from '../../platform/lists/listExport/useListExport.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { auditQuery, type Filters } from './list.ts';

const VerifyDialog = lazyPart('The check', async () => (await import('./VerifyDialog.tsx')).VerifyDialog);
const loadExport = loadOnce('The export', () => import('./export/exportAudit.ts'));

type Choice = 'jsonl' | 'excel' | 'wholeJsonl' | 'wholeExcel';

const excel = 'Every cell is text; up to 100,000 entries';
const wholeFormats = [
  { format: 'wholeJsonl', label: 'All Entries, JSONL', detail: 'With the chain, so that anybody can verify it' },
  { format: 'wholeExcel', label: 'All Entries, Excel', detail: excel },
] as const;
const filteredFormats = [
  { format: 'jsonl', label: 'These Entries, JSONL', detail: 'As the filters find them, each with its hashes' },
  { format: 'excel', label: 'These Entries, Excel', detail: excel },
] as const;

export function AuditTools({ filters }: { filters: Filters }) {
  const { api } = useConnection();
  const [isVerifying, setVerifying] = useState(false);
  const isFiltered = Object.values(filters).some(Boolean);
  const source: ExportedSource<Choice> = {
    one: 'entry',
    many: 'entries',
    async export(choice, run) {
      const isWhole = choice === 'wholeJsonl' || choice === 'wholeExcel';
      const format = choice === 'jsonl' || choice === 'wholeJsonl' ? 'jsonl' : 'excel';
      const { exportAudit } = await loadExport();
      return exportAudit(api, { ...run, format, filters: isWhole ? undefined : auditQuery(filters) });
    },
  };
  return (
    <>
      <ExportMenu source={source} formats={isFiltered ? [...filteredFormats, ...wholeFormats] : wholeFormats} />
      <Button icon={<Icon name="check" />} onClick={() => setVerifying(true)}>
        Verify
      </Button>
      {isVerifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </>
  );
}
