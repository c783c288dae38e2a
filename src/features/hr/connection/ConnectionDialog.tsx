// HR Connection: which HR system a company has, how it is reached, and whether that works.

import { useState } from 'react';
import { HistoryButton } from '../../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import * as layout from '../layout.module.css';
import { ConnectionForm } from './ConnectionForm.tsx';

export function ConnectionDialog({ companyId, onClose }: { companyId: number; onClose(): void }) {
  const connection = useResource('GET /companies/{id}/hr-connection', { id: companyId });
  const connectors = useResource('GET /hr-connectors', {});
  const [dirty, setDirty] = useState(false);
  const company = connection.data?.company_name;
  const skeleton = <LineSkeleton label="Loading the HR connection…" lines={10} />;
  return (
    <Dialog
      title={company ? `HR Connection - ${company}` : 'HR Connection'}
      size="wideSide"
      dirty={dirty}
      aside={
        company && (
          <HistoryButton of={{ subject: 'hr_connections', id: companyId }} name={`the HR Connection of ${company}`} />
        )
      }
      onClose={onClose}
    >
      <div className={layout.panels}>
        <ResourceView resource={connectors} skeleton={skeleton}>
          {(kinds) => (
            <ResourceView resource={connection} skeleton={skeleton}>
              {(loaded) => (
                <ConnectionForm companyId={companyId} connectors={kinds} loaded={loaded} onDirty={setDirty} />
              )}
            </ResourceView>
          )}
        </ResourceView>
      </div>
    </Dialog>
  );
}
