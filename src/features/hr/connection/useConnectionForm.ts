// Form of a connection: saved and edited values, saving, and testing before saving.

import { useEffect, useRef, useState } from 'react';
import { failedMessage, touchedBy } from '../../../platform/api/calls.ts';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import type { Outcome } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useEdit } from '../../../platform/records/edits/useEdit.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import {
  type ConnectionTest,
  type ConnectorField,
  type HrConnection,
  type HrConnectionBody,
  type HrConnector,
  matchRule,
} from '../../../shared/contract/hrConnections.ts';
import { type Check, type Rules, required } from '../../../shared/contract/validate.ts';

export type ConnectionFormState = ReturnType<typeof useConnectionForm>;

export function useConnectionForm(companyId: number, loaded: HrConnection, connectors: readonly HrConnector[]) {
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
      if (outcome.ok) {
        settle(outcome.answered.data ?? { ...saved, ...body, reads_leave: body.reads_leave ?? false }, values);
        testing.noteSaved(body);
      }
      return outcome;
    },
    action: { busy: edit.busy || isTesting, error: edit.error },
    stays: true,
  });

  /** Keeps secrets that were edited while the form was being saved. */
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
    /** Changes that somebody else saved meanwhile; choosing one of their values sets only that field. */
    notes: { conflict: edit.conflict, form: inner },
    saved,
    /** Undefined if the server names a connector that it does not describe. */
    chosen: connectorOf(inner.values.connector),
    /** Body that saving or testing would send now. */
    body,
    /** Without secrets, whose fields are empty. */
    savedBody,
    dirty: !isSame(body, savedBody),
    isSaving: edit.busy,
    testing,
  };
}

export const isSame = (one: HrConnectionBody, other: HrConnectionBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Keys are the server's names in errors: 'settings.database', 'secrets.password'. */
type ConnectionValues = Record<string, string>;

export const isSecret = ({ kind }: ConnectorField): boolean => kind === 'secret';

export const nameOf = (field: ConnectorField): string => `${isSecret(field) ? 'secrets' : 'settings'}.${field.key}`;

const valuesOf = (connection: HrConnection, connector: HrConnector | undefined): ConnectionValues => ({
  connector: connection.connector,
  match_by: connection.match_by,
  expires_on: connection.expires_on,
  reads_leave: connection.reads_leave ? 'yes' : '',
  ...fieldValues(connector, connection.settings),
});

/** Secrets are never shown; fields without a stored value get the connector's default. */
const fieldValues = (
  connector: HrConnector | undefined,
  settings: Readonly<Record<string, string>> = {},
): ConnectionValues =>
  Object.fromEntries(
    (connector?.fields ?? []).map((field) => [
      nameOf(field),
      isSecret(field) ? '' : (settings[field.key] ?? field.initial),
    ]),
  );

function bodyOf(values: ConnectionValues, connectors: readonly HrConnector[]): HrConnectionBody {
  const { connector: kind = '', match_by = '', expires_on = '', reads_leave = '' } = values;
  const { fields = [], has_leave = false } = connectors.find((connector) => connector.kind === kind) ?? {};
  const pairOf = (field: ConnectorField) => [field.key, values[nameOf(field)] ?? ''] as const;
  return {
    connector: kind,
    settings: Object.fromEntries(fields.filter((field) => !isSecret(field)).map(pairOf)),
    secrets: Object.fromEntries(fields.filter(isSecret).map(pairOf)),
    match_by: matchRule(match_by),
    expires_on: fields.some(isSecret) ? expires_on : '',
    ...(has_leave && { reads_leave: reads_leave === 'yes' }),
  };
}

/** Only the chosen connector's fields have rules. Stored secrets need not be entered again. */
function rulesFor(connectors: readonly HrConnector[], saved: HrConnection): Rules {
  const rules: Record<string, Check[]> = { connector: [required('Please choose an HR system')] };
  for (const { kind, fields } of connectors) {
    for (const field of fields.filter(({ is_required }) => is_required)) {
      const isStored = saved.connector === kind && isSecret(field) && saved.secrets_set.includes(field.key);
      const isGiven = required(`${field.label} is required`);
      const check: Check = (value, all) => (all.connector === kind && !isStored ? isGiven(value, all) : undefined);
      rules[nameOf(field)] = [...(rules[nameOf(field)] ?? []), check];
    }
  }
  return rules;
}

const key = 'POST /companies/{id}/hr-connection/test';

type TestState =
  | { kind: 'idle' | 'running' }
  | { kind: 'failed'; error: string }
  | { kind: 'done'; test: ConnectionTest; tried: HrConnectionBody };

/** Tests the values in the form, saved or not. It takes as long as the HR system does, and can be cancelled. */
function useConnectionTest(companyId: number) {
  const { api, queries } = useConnection();
  const [state, setState] = useState<TestState>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(body: HrConnectionBody): Promise<Outcome<ConnectionTest>> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ kind: 'running' });
    try {
      const answered = await api(key, { id: companyId, body }, { signal });
      queries.invalidate(touchedBy(key));
      setState({ kind: 'done', test: answered.data, tried: body });
      return { ok: true, answered };
    } catch (caught) {
      const failure = asApiError(caught);
      if (!signal.aborted) setState({ kind: 'failed', error: describeFailure(failure, failedMessage(key)) });
      return { ok: false, fields: failure.fields, status: failure.status };
    }
  }

  return {
    state,
    run,
    /** Saving empties the fields of secrets, which changes nothing about what was tested. */
    noteSaved(body: HrConnectionBody) {
      const secrets = Object.fromEntries(Object.keys(body.secrets).map((name) => [name, '']));
      setState((now) =>
        now.kind === 'done' && isSame(now.tried, body) ? { ...now, tried: { ...body, secrets } } : now,
      );
    },
    cancel() {
      running.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}
