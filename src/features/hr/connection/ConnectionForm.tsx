import { useEffect, useLayoutEffect, useRef } from 'react';
import type { HrConnection, HrConnector } from '../../../shared/contract/hrConnections.ts';
import { EditNotes } from '../../../platform/lists/edits/EditNotes.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { Section } from '../config/Section.tsx';
import { expiryOf } from '../expiry.ts';
import * as layout from '../layout.module.css';
import { Address } from './Address.tsx';
import { ConnectorFields } from './ConnectorFields.tsx';
import { TestPart } from './TestPart.tsx';
import { useConnectionForm } from './useConnectionForm.ts';
import * as s from './ConnectionDialog.module.css';

interface ConnectionFormProps {
  companyId: number;
  connectors: readonly HrConnector[];
  loaded: HrConnection;
  onDirty(dirty: boolean): void;
}

export function ConnectionForm({ companyId, connectors, loaded, onDirty }: ConnectionFormProps) {
  const state = useConnectionForm(companyId, loaded, connectors);
  const { form, notes, saved, chosen, dirty, isSaving, testing } = state;
  const test = useRef<HTMLDivElement>(null);
  // In the layout effect, so that Esc pressed right after typing asks before it discards.
  useLayoutEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => {
    if (testing.state.kind !== 'idle') test.current?.scrollIntoView({ block: 'nearest' });
  }, [testing.state.kind]);

  const isTesting = testing.state.kind === 'running';
  const runTest = () => form.submit(true);
  return (
    <>
      <Troubles connection={loaded} saved={saved} />
      <Form form={form} label="HR connection">
        <EditNotes {...notes} />
        <RadioCardsField
          name="connector"
          label="HR system"
          options={connectors.map(({ kind, name, summary }) => ({ value: kind, label: name, detail: summary }))}
        />
        <ChangeNote saved={saved} connectors={connectors} isChanged={form.values.connector !== saved.connector} />
        <Address connection={loaded} example={chosen?.address} />
        {chosen && <ConnectorFields companyId={companyId} connector={chosen} saved={saved} />}
        <div className={s.actions}>
          <Button
            busy={isTesting}
            disabledReason={loaded.url ? undefined : 'The company has no HR system URL'}
            onClick={runTest}
          >
            Test Connection
          </Button>
          <Button
            kind="primary"
            type="submit"
            busy={isSaving}
            disabledReason={isTesting ? 'The connection is being tested' : undefined}
          >
            Save Connection
          </Button>
        </div>
      </Form>
      <div ref={test} className={layout.panels}>
        <Section title="Connection Test">
          <TestPart lastTest={loaded.last_test} state={state} onRetry={runTest} />
        </Section>
      </div>
    </>
  );
}

/** What keeps the saved connection from working. */
function Troubles({ connection, saved }: { connection: HrConnection; saved: HrConnection }) {
  const expiry = expiryOf(saved.expires_on);
  return (
    <>
      {connection.problem && <Banner tone="bad">{connection.problem}.</Banner>}
      {expiry && (
        <Banner tone={expiry.isOver ? 'bad' : 'warning'}>
          {expiry.sentence}. Enter new ones, and the day on which those expire.
        </Banner>
      )}
    </>
  );
}

interface ChangeNoteProps {
  saved: HrConnection;
  connectors: readonly HrConnector[];
  isChanged: boolean;
}

function ChangeNote({ saved, connectors, isChanged }: ChangeNoteProps) {
  const before = connectors.find(({ kind }) => kind === saved.connector);
  if (!isChanged || !before?.has_people) return null;
  return (
    <Banner tone="warning">
      Once you save, the people of {before.name} are dropped, and who of the employees is matched with whom.
    </Banner>
  );
}
