// Shows how much is stored of an employee or user, with a download of all of it, and its erasure.

import { loadOnce } from '../../../platform/boot/loadOnce.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { ExportOutcome } from '../../../platform/lists/listExport/ExportOutcome.tsx';
import { type ExportedSource, useListExport } from '../../../platform/lists/listExport/useListExport.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { PersonalData, PersonKind, ReportSection } from '../../../shared/contract/privacy.ts';
import { describePeriod } from '../../../shared/words/periods.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { useMayErase } from '../erase/useMayErase.ts';
import type { ReportFormat } from '../export/reportFile.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const ErasePart = lazyPart('The erasure', () => import('../erase/EraseDialog.tsx'));

interface PersonalDataProps {
  kind: PersonKind;
  person: { id: number; name: string };
}

export default function PersonalDataDialog({ onClose, ...whose }: PersonalDataProps & { onClose(): void }) {
  return (
    <Dialog
      title={`Personal Data of ${whose.person.name}`}
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <PersonalDataReport {...whose} onErased={onClose} />
    </Dialog>
  );
}

/** The report itself, in the dialog or on the page of an employee. */
export function PersonalDataReport({ kind, person, onErased }: PersonalDataProps & { onErased?(): void }) {
  const stored = usePersonalData(kind, person.id);
  const mayErase = useMayErase();
  return (
    <div className={layout.stack4}>
      <p className={layout.muted}>
        Everything that is stored about this {kind === 'employees' ? 'employee' : 'user'}. Viewing it is recorded in the
        audit log.
      </p>
      <ResourceView resource={stored} loading="Loading what is stored…" lines={8}>
        {(data) => (
          <>
            <Download data={data} />
            <Sections sections={data.sections} />
            {mayErase(kind, data.person.is_deleted) && (
              <p>
                <DialogButton label="Erase Personal Data">
                  {(close) => <ErasePart kind={kind} person={person} onClose={close} onErased={onErased} />}
                </DialogButton>
              </p>
            )}
          </>
        )}
      </ResourceView>
    </div>
  );
}

const loadExport = loadOnce('The download', () => import('../export/exportReport.ts'));

const formats: readonly { format: ReportFormat; label: string }[] = [
  { format: 'pdf', label: 'Download PDF' },
  { format: 'json', label: 'Download JSON' },
];

/** Downloads all that is stored of the person: as JSON for programs, or as a PDF to read and hand over. */
function Download({ data }: { data: PersonalData }) {
  const { api } = useConnection();
  const source: ExportedSource<ReportFormat> = {
    one: 'row',
    many: 'rows',
    export: async (format, run) => (await loadExport()).exportReport(api, data, { ...run, format }),
  };
  const { state, start, dismiss } = useListExport(source);
  return (
    <>
      <div className={layout.wrap}>
        {formats.map(({ format, label }) => (
          <Button
            key={format}
            icon={<Icon name="download" />}
            disabledReason={state.status === 'running' ? 'A download is running' : undefined}
            onClick={() => start(format)}
          >
            {label}
          </Button>
        ))}
      </div>
      {state.status !== 'idle' && <ExportOutcome state={state} source={source} dismiss={dismiss} />}
    </>
  );
}

/** Lists stored data by section; empty sections share one line. */
function Sections({ sections }: { sections: readonly ReportSection[] }) {
  const empty = sections.filter(({ rows }) => rows === 0);
  return (
    <>
      <ul aria-label="What is stored" className={layout.list}>
        {sections
          .filter(({ rows }) => rows > 0)
          .map((section) => (
            <ListRow
              key={section.name}
              title={section.title}
              end={
                <span>
                  {groupDigits(section.rows)}
                  <VisuallyHidden>{section.rows === 1 ? ' row' : ' rows'}</VisuallyHidden>
                </span>
              }
            >
              <p className={layout.muted}>{section.about}</p>
              {section.first && <p className={layout.muted}>{daysOf(section)}</p>}
            </ListRow>
          ))}
      </ul>
      {empty.length > 0 && <p className={layout.muted}>Nothing in: {empty.map(({ title }) => title).join(', ')}.</p>}
    </>
  );
}

const daysOf = ({ first, last }: ReportSection): string =>
  describePeriod({ start_date: formatDay(first), end_date: formatDay(last) });

/** Counts what is stored. The kind never changes while it is shown. */
function usePersonalData(kind: PersonKind, id: number): Resource<PersonalData> {
  const employee = useResource('GET /employees/{id}/personal-data', kind === 'employees' ? { id } : null);
  const user = useResource('GET /users/{id}/personal-data', kind === 'users' ? { id } : null);
  return kind === 'employees' ? employee : user;
}
