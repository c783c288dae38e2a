import { useRef, useState } from 'react';
import { createSelection } from '../../platform/bulk/selection.ts';
import type { Company, CompanyUrl } from '../../shared/contract/entities/companies.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../platform/hooks/useResource.ts';
import { ResourceView } from '../../platform/lists/Loaded.tsx';
import { useRemoval } from '../../platform/lists/useRemoval.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Confirm } from '../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { UrlDialog } from './UrlDialog.tsx';
import { UrlItem } from './UrlItem.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import * as s from './UrlsDialog.module.css';

const UrlsBulk = lazyPart('The selection', async () => (await import('./UrlsBulk.tsx')).UrlsBulk);

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; url: CompanyUrl } | undefined;

export function UrlsDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const urls = useResource('GET /companies/{id}/urls', { id: company.id });
  const canCall = useCanCall();
  const [picks] = useState(createSelection);
  const around = useRef<HTMLDivElement>(null);
  // Who may change URLs may do with many what they may with one.
  const canSelect = canCall('PUT /company-urls/{id}');
  const [open, setOpen] = useState<Open>();
  // A deletion may end when another dialog is open already.
  const close = () => setOpen((now) => (now === open ? undefined : now));
  const deletion = useRemoval({ key: 'DELETE /company-urls/{id}', args: (id) => ({ id }) });

  const add = (label: string) =>
    canCall('POST /companies/{id}/urls') && (
      <Button kind="primary" icon={<ActionIcon name="plus" />} onClick={() => setOpen({ dialog: 'add' })}>
        {label}
      </Button>
    );

  return (
    <Dialog title={`Manage URLs - ${company.name}`} size="large" onClose={onClose}>
      <ResourceView resource={urls} skeleton={<LineSkeleton label="Loading URLs…" lines={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="search" title="No URLs found" action={add('Add First URL')} />
          ) : (
            <div ref={around} className={s.around}>
              <div className={s.tools}>{add('Add URL')}</div>
              {canSelect && <UrlsBulk selection={picks} around={around} companyId={company.id} urls={list} />}
              <ul className={s.list}>
                {list.map((url) => (
                  <UrlItem
                    key={url.id}
                    url={url}
                    companyId={company.id}
                    pick={canSelect ? { id: url.id, picks } : undefined}
                    onEdit={() => setOpen({ dialog: 'edit', url })}
                    onDelete={() => setOpen({ dialog: 'delete', url })}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </ResourceView>
      {(open?.dialog === 'add' || open?.dialog === 'edit') && (
        <UrlDialog companyId={company.id} url={open.dialog === 'edit' ? open.url : undefined} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <Confirm
          title="Delete URL"
          message={`Are you sure you want to delete the "${open.url.url_type}" URL?`}
          confirmLabel="Delete"
          tone="danger"
          busy={deletion.busy}
          error={deletion.error}
          onConfirm={() => void deletion.run(open.url.id).then(({ ok }) => ok && close())}
          onClose={() => {
            deletion.clear();
            close();
          }}
        />
      )}
    </Dialog>
  );
}
