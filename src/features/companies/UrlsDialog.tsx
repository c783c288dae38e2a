// Shows the URLs of a company, to add, change, check and delete them.

import { useState } from 'react';
import { Link } from 'wouter';
import { doneMessage } from '../../platform/api/calls.ts';
import { type Pick, PickBox } from '../../platform/bulk/PickBox.tsx';
import { createSelection } from '../../platform/bulk/selection.ts';
import { toast } from '../../platform/hooks/toasts.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { EditDialog } from '../../platform/records/EditDialog.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { BreakableText } from '../../platform/ui/data/BreakableText.tsx';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { missingOptions } from '../../platform/ui/feedback/FailedReads.tsx';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { ExternalLink } from '../../platform/ui/layout/ExternalLink.tsx';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';
import { ConfirmCall } from '../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { type Company, type CompanyUrl, urlRules } from '../../shared/contract/companies.ts';
import { hrType } from '../../shared/contract/hr.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { moment } from '../../shared/words/moment.ts';
import { connectionAddress } from '../hr/hrAddresses.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './UrlsDialog.module.css';

const UrlsBulk = lazyPart('The selection', () => import('./UrlsBulk.tsx'));

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; url: CompanyUrl } | undefined;

export default function UrlsDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  return (
    <Dialog title={`Manage URLs - ${company.name}`} size="large" onClose={onClose}>
      <CompanyUrls company={company} />
    </Dialog>
  );
}

/** The URLs themselves, in the dialog or on the company's page. */
export function CompanyUrls({ company }: { company: Company }) {
  const urls = useResource('GET /companies/{id}/urls', { id: company.id });
  const canCall = useCanCall();
  const [selection] = useState(createSelection<CompanyUrl>);
  // Users who may change one URL may change many.
  const canSelect = canCall('PUT /company-urls/{id}');
  const [open, setOpen] = useState<Open>();
  // A deletion may finish after another dialog has opened.
  const close = () => setOpen((now) => (now === open ? undefined : now));

  const add = (label: string) =>
    canCall('POST /companies/{id}/urls') && (
      <Button kind="primary" icon={<ActionIcon name="plus" />} onClick={() => setOpen({ dialog: 'add' })}>
        {label}
      </Button>
    );

  return (
    <>
      <ResourceView resource={urls} loading="Loading URLs…" lines={3}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="search" title="No URLs found" action={add('Add First URL')} />
          ) : (
            <div ref={selection.around} className={s.around}>
              <div className={s.tools}>{add('Add URL')}</div>
              {canSelect && <UrlsBulk selection={selection} companyId={company.id} urls={list} />}
              <ul className={`${layout.stack3} ${layout.list}`}>
                {list.map((url) => (
                  <UrlItem
                    key={url.id}
                    url={url}
                    companyId={company.id}
                    pick={canSelect ? { id: url.id, picks: selection } : undefined}
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
        <ConfirmCall
          call="DELETE /company-urls/{id}"
          args={{ id: open.url.id }}
          title="Delete URL"
          message={`Are you sure you want to delete the "${open.url.url_type}" URL?`}
          confirmLabel="Delete"
          tone="danger"
          onClose={close}
        />
      )}
    </>
  );
}

interface UrlItemProps {
  url: CompanyUrl;
  companyId: number;
  /** Set if the URL can be selected. */
  pick?: Pick;
  onEdit(): void;
  onDelete(): void;
}

function UrlItem({ url, companyId, pick, onEdit, onDelete }: UrlItemProps) {
  const canCall = useCanCall();
  const isLocked = url.url_type === hrType && !canCall('PUT /companies/{id}/hr-sync/config');
  const check = useAction('POST /company-urls/{id}/check-health', {
    report: 'toast',
    quiet: true,
    after: ({ data }) => {
      const done = doneMessage('POST /company-urls/{id}/check-health', {});
      if (!data) toast.good(done);
      else if (data.health_status === 'online') toast.good(`${done}: online`);
      else toast.bad(`${done}: ${data.health_status}`);
    },
  });
  return (
    <li className={`${layout.stack1} ${layout.box} ${s.item}`}>
      <div className={layout.wrap}>
        {pick && <PickBox {...pick} name={url.url} />}
        <Badge tone="neutral">{inWords(url.url_type)}</Badge>
        <HealthBadge status={url.health_status} />
        {!url.is_active && <Badge tone="neutral">Inactive</Badge>}
      </div>
      <ExternalLink href={url.url}>
        <BreakableText>{url.url}</BreakableText>
      </ExternalLink>
      {url.description && <p className={s.description}>{url.description}</p>}
      {url.url_type === hrType && canCall('GET /companies/{id}/hr-connection') && (
        <Link href={connectionAddress(companyId)}>HR Connection</Link>
      )}
      {url.last_health_check && <p className={layout.muted}>Last checked: {moment(url.last_health_check)}</p>}
      {url.health_error && <p className={s.error}>Error: {url.health_error}</p>}
      {isLocked && canCall('PUT /company-urls/{id}') && (
        <p className={layout.muted}>You need permission to configure the HR sync to change this URL</p>
      )}
      <div className={`${layout.wrap} ${s.actions}`}>
        {canCall('POST /company-urls/{id}/check-health') && (
          <Button
            size="small"
            icon={<Icon name="refresh" />}
            busy={check.busy}
            aria-label={`Check health of ${url.url}`}
            onClick={() => void check.run({ id: url.id })}
          >
            Check Health
          </Button>
        )}
        {!isLocked && canCall('PUT /company-urls/{id}') && (
          <Button size="small" icon={<ActionIcon name="edit" />} aria-label={`Edit ${url.url}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {!isLocked && canCall('DELETE /company-urls/{id}') && (
          <Button size="small" icon={<ActionIcon name="trash" />} aria-label={`Delete ${url.url}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}

interface UrlDialogProps {
  companyId: number;
  url: CompanyUrl | undefined;
  type?: string;
  onClose(): void;
}

const valuesOf = (url?: CompanyUrl, type = '') => ({
  url_type: url?.url_type ?? type,
  url: url?.url ?? '',
  description: url?.description ?? '',
  is_active: url?.is_active ?? true,
});

export function UrlDialog({ companyId, url: given, type, onClose }: UrlDialogProps) {
  // Kept: a form that adds an address must not turn into one that edits it once it exists.
  const [url] = useState(given);
  const types = useResource('GET /settings/url-types', {});
  const mayConfigure = useCanCall()('PUT /companies/{id}/hr-sync/config');
  const known = new Set(types.data?.filter((type) => type !== hrType || mayConfigure));
  if (url) known.add(url.url_type);

  return (
    <EditDialog
      noun="URL"
      record={url}
      valuesOf={(known) => valuesOf(known, type)}
      another={() => valuesOf()}
      rules={urlRules}
      create={['POST /companies/{id}/urls', (body) => ({ id: companyId, body })]}
      update={{
        key: 'PUT /company-urls/{id}',
        args: (values, version, { id }) => ({ id, body: { ...values, version } }),
        async read(api, { id }) {
          const { data } = await api('GET /companies/{id}/urls', { id: companyId });
          return data.find((each) => each.id === id);
        },
      }}
      close={onClose}
      saved={onClose}
    >
      <SelectField
        name="url_type"
        label="URL Type"
        placeholder={types.loading ? 'Loading types…' : 'Choose a type'}
        hint={missingOptions('types', types).hint}
        options={[...known].map((type) => ({ value: type, label: inWords(type) }))}
        required
      />
      <TextField name="url" label="URL" type="url" placeholder="https://example.com/api" required />
      <TextField name="description" label="Description (optional)" />
      <CheckboxField name="is_active" label="Active" />
    </EditDialog>
  );
}
