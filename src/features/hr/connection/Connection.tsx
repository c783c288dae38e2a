// The connection of a company to its HR system: which one, its address and credentials, and a test.

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { EditNotes } from '../../../platform/records/edits/EditNotes.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { BreakableText } from '../../../platform/ui/data/BreakableText.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { CancellableProgress } from '../../../platform/ui/feedback/Progress.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { ExternalLink } from '../../../platform/ui/layout/ExternalLink.tsx';
import type { Unsaved } from '../../../platform/ui/overlays/UnsavedFormGuard.tsx';
import type {
  ConnectionTest,
  ConnectorField,
  HrConnection,
  HrConnector,
} from '../../../shared/contract/hrConnections.ts';
import { expiryOf } from '../../../shared/words/credentialExpiry.ts';
import { Section } from '../config/Section.tsx';
import { type ConnectionFormState, isSame, isSecret, nameOf, useConnectionForm } from './useConnectionForm.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './Connection.module.css';

interface ConnectionProps {
  companyId: number;
  /** The company's today. */
  today: string;
  addressButton: ReactNode;
  onUnsaved(state: Unsaved): void;
  /** Called with the name of a system that is chosen but not saved; undefined if there is none. */
  onSystem(name: string | undefined): void;
}

export function Connection({ companyId, ...props }: ConnectionProps) {
  const connection = useResource('GET /companies/{id}/hr-connection', { id: companyId });
  const connectors = useResource('GET /hr-connectors', {});
  const placeholder = { loading: 'Loading the HR connection…', lines: 10 };
  return (
    <div className={layout.stack4}>
      <ResourceView resource={connectors} {...placeholder}>
        {(kinds) => (
          <ResourceView resource={connection} {...placeholder}>
            {(loaded) => <ConnectionForm companyId={companyId} connectors={kinds} loaded={loaded} {...props} />}
          </ResourceView>
        )}
      </ResourceView>
    </div>
  );
}

interface ConnectionFormProps extends ConnectionProps {
  connectors: readonly HrConnector[];
  loaded: HrConnection;
}

function ConnectionForm(props: ConnectionFormProps) {
  const { companyId, today, connectors, loaded, addressButton, onUnsaved, onSystem } = props;
  const state = useConnectionForm(companyId, loaded, connectors);
  const { form, notes, saved, chosen, dirty, isSaving, testing } = state;
  const before = connectors.find(({ kind }) => kind === saved.connector);
  const other = chosen === before ? undefined : chosen;
  const test = useRef<HTMLDivElement>(null);
  // A layout effect, so that Esc right after typing asks before it discards.
  useLayoutEffect(() => onUnsaved({ dirty, busy: isSaving }), [dirty, isSaving, onUnsaved]);
  useLayoutEffect(() => onSystem(other?.name), [other, onSystem]);
  useEffect(() => {
    if (testing.state.kind !== 'idle') test.current?.scrollIntoView({ block: 'nearest' });
  }, [testing.state.kind]);

  const isTesting = testing.state.kind === 'running';
  const runTest = () => form.submit(true);
  return (
    <>
      <Troubles connection={loaded} saved={saved} today={today} />
      <Form form={form} label="HR connection">
        <EditNotes {...notes} />
        <RadioCardsField
          name="connector"
          label="HR system"
          options={connectors.map(({ kind, name, summary }) => ({ value: kind, label: name, detail: summary }))}
        />
        {other && <OtherSystem system={other} before={before} isInUse={loaded.url !== ''} />}
        <Address url={loaded.url} owner={other && before?.name} example={chosen?.address} button={addressButton} />
        {chosen && <ConnectorFields connector={chosen} saved={saved} />}
        <div className={`${layout.wrap} ${s.actions}`}>
          {dirty && <span className={`${layout.muted} ${s.unsaved}`}>Not saved yet</span>}
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
      <div ref={test} className={layout.stack4}>
        <Section title="Connection test">
          <TestPart lastTest={loaded.last_test} state={state} onRetry={runTest} />
        </Section>
      </div>
    </>
  );
}

/** Problems that keep the saved connection from working, and the age of what it read. */
function Troubles({ connection, saved, today }: { connection: HrConnection; saved: HrConnection; today: string }) {
  const expiry = expiryOf(saved.expires_on, today);
  return (
    <>
      {connection.problem && <Banner tone="bad">{connection.problem}.</Banner>}
      {expiry && (
        <Banner tone={expiry.isOver ? 'bad' : 'warning'}>
          {expiry.sentence}. Enter new ones, and the day on which those expire.
        </Banner>
      )}
      {saved.reads_leave && <LeaveState {...connection} />}
    </>
  );
}

function LeaveState({ leave_read_at, leave_error }: HrConnection) {
  const age = leave_read_at ? (
    <>
      Leave was last read <TimeAgo at={leave_read_at} />.
    </>
  ) : (
    'Leave has not been read yet.'
  );
  if (!leave_error) return <p className={layout.muted}>{age}</p>;
  return (
    <Banner tone="warning">
      {age} It could not be read since: {leave_error}. What was read still counts; anyone else who is away is Not seen.
    </Banner>
  );
}

interface OtherSystemProps {
  system: HrConnector;
  before: HrConnector | undefined;
  /** Whether records are sent to the saved system. */
  isInUse: boolean;
}

/** Says that the chosen system is not saved yet, what applies until then, and what to press. */
function OtherSystem({ system, before, isInUse }: OtherSystemProps) {
  return (
    <Banner tone="warning">
      {system.name} is not saved yet{before && isInUse && `: records go to ${before.name} until then`}. Fill in what
      follows, press Test Connection, then Save Connection.
      {before?.has_people &&
        ` Once you save, the people of ${before.name} are dropped, and who of the employees is matched with whom.`}
    </Banner>
  );
}

interface AddressProps {
  url: string;
  /** The saved system while another one is chosen: the address is still its own. */
  owner: string | undefined;
  /** An example of an address for the chosen system. */
  example: string | undefined;
  button: ReactNode;
}

/** The company's URL of the type hr_system. */
function Address({ url, owner, example, button }: AddressProps) {
  return (
    <div className={layout.stack1}>
      <div className={s.label}>{url && owner ? `Address of ${owner}` : 'Address'}</div>
      <div className={layout.row}>
        {url ? (
          <ExternalLink href={url}>
            <BreakableText>{url}</BreakableText>
          </ExternalLink>
        ) : (
          <Banner tone="warning">
            The company has no active URL of the type HR system yet, so nothing can be tested or sent.
          </Banner>
        )}
        {button}
      </div>
      {example && (
        <p className={layout.hint}>
          {url && owner ? `Change it, to one such as ${example}: it counts at once.` : `Such as ${example}`}
        </p>
      )}
    </div>
  );
}

const matchOptions = [
  { value: 'number', label: 'Employee ID' },
  { value: 'email', label: 'E-mail' },
];

/** Includes the rule for matching employees with people. */
function ConnectorFields({ connector, saved }: { connector: HrConnector; saved: HrConnection }) {
  const { kind, name, fields, has_people, has_leave } = connector;
  const isSaved = kind === saved.connector;
  if (fields.length === 0 && !has_people) return null;
  return (
    <>
      <FieldGrid>
        {fields.map((field) => (
          <OneField key={field.key} field={field} isStored={isSaved && saved.secrets_set.includes(field.key)} />
        ))}
        {fields.some(isSecret) && (
          <TextField
            name="expires_on"
            label="Credentials expire on"
            type="date"
            max="9999-12-31"
            hint="Their last day; empty if they do not expire. You are warned 14 days before."
          />
        )}
        {has_people && (
          <SelectField
            name="match_by"
            label="Match employees by"
            hint={`What an employee and a person in ${name} have in common`}
            options={matchOptions}
          />
        )}
        {has_leave && (
          <SelectField
            name="reads_leave"
            label="Leave"
            hint="Approved leave, for expected time: which days, and not why. It is never written there."
            placeholder="Not read"
            options={[{ value: 'yes', label: 'Read every four hours' }]}
          />
        )}
      </FieldGrid>
      {has_people && isSaved && (
        <p className={layout.hint}>Anyone not matched this way can be matched by hand below.</p>
      )}
    </>
  );
}

function OneField({ field, isStored }: { field: ConnectorField; isStored: boolean }) {
  const { label, help, kind, is_required, options } = field;
  const fieldProps = { name: nameOf(field), label, required: is_required && !isStored };
  switch (kind) {
    case 'secret': {
      const hint = isStored && 'Stored. Leave empty to keep it';
      return <PasswordField {...fieldProps} hint={[hint, help].filter(Boolean).join('. ')} autoComplete="off" />;
    }
    case 'choice':
      return (
        <SelectField
          {...fieldProps}
          hint={help}
          options={options}
          {...(!is_required && { placeholder: 'Not chosen' })}
        />
      );
    default:
      return <TextField {...fieldProps} hint={help} autoComplete="off" spellCheck={false} />;
  }
}

interface TestPartProps {
  lastTest: ConnectionTest | null;
  state: Pick<ConnectionFormState, 'body' | 'savedBody' | 'testing'>;
  onRetry(): void;
}

/** The running test, the one just finished, or the last one of the saved connection. */
function TestPart({ lastTest, state, onRetry }: TestPartProps) {
  const { body, savedBody, testing } = state;
  switch (testing.state.kind) {
    case 'running':
      return <CancellableProgress label="Asking the HR system" max={1} size="small" onCancel={testing.cancel} />;
    case 'failed':
      return (
        <Banner tone="bad" onRetry={onRetry}>
          {testing.state.error}
        </Banner>
      );
    case 'done':
      return <Found test={testing.state.test} isCurrent={isSame(testing.state.tried, body)} />;
    case 'idle':
      return lastTest ? (
        <Found test={lastTest} isCurrent={isSame(savedBody, body)} />
      ) : (
        <p className={layout.muted}>Not tested yet. A test only reads, and works before you save, too.</p>
      );
  }
}

function Found({ test, isCurrent }: { test: ConnectionTest; isCurrent: boolean }) {
  const { at, is_good, sentence, findings } = test;
  return (
    <div className={layout.stack3}>
      <Banner tone={is_good ? 'good' : 'bad'}>{sentence}.</Banner>
      {!isCurrent && <p>The settings have changed since this test.</p>}
      {findings.length > 0 && (
        <ul className={layout.list} aria-label="Findings">
          {findings.map(({ what, says, state }, index) => (
            <li key={index} className={s.finding}>
              <FindingState state={state} />
              <span>
                <b>{what}</b> {says}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={layout.muted}>
        Tested <TimeAgo at={at} />
      </p>
    </div>
  );
}

/** A newer server may know more states. */
function FindingState({ state }: { state: string }) {
  if (state === 'good') return <Badge tone="good">Good</Badge>;
  if (state === 'warning') return <Badge tone="warning">Check</Badge>;
  if (state === 'bad') return <Badge tone="bad">Wrong</Badge>;
  return <Badge tone="neutral">{state}</Badge>;
}
