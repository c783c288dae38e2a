// Exports the reconciliation of the day that is shown.

import { loadOnce } from '../../../platform/boot/loadOnce.ts';
import type { Reconciliation } from '../../../shared/contract/deviceEvents.ts';
import { ExportMenu } from '../../../platform/lists/listExport/ExportMenu.tsx';
import { stageName } from '../words.ts';

const loadExport = loadOnce('The export', () => import('./exportReconciliation.ts'));

const formats = [
  { format: 'excel', label: 'Excel', detail: 'Stages and losses, with checksums that can be verified' },
] as const;

export function ExportDay({ of }: { of: Reconciliation }) {
  return (
    <ExportMenu
      formats={formats}
      source={{
        one: 'loss',
        many: 'losses',
        async export(_, { author, signal }) {
          const { exportReconciliation } = await loadExport();
          const stageNames = Object.fromEntries(of.stages.map(({ stage }) => [stage, stageName(stage)]));
          return exportReconciliation({ reconciliation: of, stageNames, author, signal });
        },
      }}
    />
  );
}
