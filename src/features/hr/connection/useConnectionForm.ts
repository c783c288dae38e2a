// The form of a connection: the saved one, the edited one, saving it, and testing it before it is saved.

import type { HrConnection, HrConnectionBody, HrConnector } from '../../../shared/contract/hrConnections.ts';
import { type Meeting, useEdit } from '../../../platform/lists/edits/useEdit.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import type { FormState } from '../../../platform/ui/forms/formState.ts';
import { bodyOf, type ConnectionValues, fieldValues, rulesFor, valuesOf } from './connectionForm.ts';
import { type Testing, useConnectionTest } from './useConnectionTest.ts';

export interface ConnectionFormState {
  form: FormState<ConnectionValues>;
  /** What somebody else saved meanwhile: choosing a value of theirs sets that alone. */
  notes: { meeting: Meeting | undefined; form: FormState<ConnectionValues> };
  saved: HrConnection;
  /** The chosen one; undefined if the server names one that it does not describe. */
  chosen: HrConnector | undefined;
  /** What saving or testing would send now. */
  body: HrConnectionBody;
  /** Without secrets, which are empty. */
  savedBody: HrConnectionBody;
  dirty: boolean;
  isSaving: boolean;
  testing: Testing;
}

export function useConnectionForm(
  companyId: number,
  loaded: HrConnection,
  connectors: readonly HrConnector[],
): ConnectionFormState {
  const connectorOf = (kind: string | undefined) => connectors.find((connector) => connector.kind === kind);
  const edit = useEdit<'PUT /companies/{id}/hr-connection', ConnectionValues>('PUT /companies/{id}/hr-connection', {
    record: loaded,
    valuesOf: (connection) => valuesOf(connection, connectorOf(connection.connector)),
    args: (values, version) => ({ id: companyId, body: { ...bodyOf(values, connectors), version } }),
    read: async (api) => (await api('GET /companies/{id}/hr-connection', { id: companyId })).data,
    isSecret: (field) => field.startsWith('secrets.'),
  });
  const saved = edit.record;
  const testing = useConnectionTest(companyId);
  const isTesting = testing.state.kind === 'running';
  const inner = useForm<ConnectionValues>({
    initial: valuesOf(loaded, connectorOf(loaded.connector)),
    rules: rulesFor(connectors, saved),
    async send(values, isTest) {
      const body = bodyOf(values, connectors);
      if (isTest) return testing.run(body);
      const outcome = await edit.send(values);
      if (outcome.ok) settle(outcome.answered.data ?? { ...saved, ...body }, values);
      return outcome;
    },
    action: { busy: edit.busy || isTesting, error: edit.error },
    stays: true,
  });

  /** Secrets that were edited while they were being saved stay. */
  function settle(now: HrConnection, sent: ConnectionValues) {
    edit.goOnFrom(now);
    for (const name of Object.keys(sent).filter((each) => each.startsWith('secrets.'))) {
      if (inner.values[name] === sent[name]) inner.set(name, '');
    }
  }

  function set<K extends string>(name: K, value: string) {
    inner.set(name, value);
    if (name !== 'connector') return;
    const settings = value === saved.connector ? saved.settings : {};
    for (const [field, initial] of Object.entries(fieldValues(connectorOf(value), settings))) inner.set(field, initial);
  }

  const body = bodyOf(inner.values, connectors);
  const savedBody = bodyOf(valuesOf(saved, connectorOf(saved.connector)), connectors);
  return {
    form: { ...inner, set },
    notes: { meeting: edit.meeting, form: inner },
    saved,
    chosen: connectorOf(inner.values.connector),
    body,
    savedBody,
    dirty: JSON.stringify(body) !== JSON.stringify(savedBody),
    isSaving: edit.busy,
    testing,
  };
}
