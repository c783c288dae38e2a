// A connection as form values. The fields of its connector are named as the server names them in errors:
// 'settings.database', 'secrets.password'.

import {
  type ConnectorField,
  type HrConnection,
  type HrConnectionBody,
  type HrConnector,
  matchRule,
} from '../../../shared/contract/hrConnections.ts';
import { type Check, required, type Rules } from '../../../shared/contract/validate.ts';

export type ConnectionValues = Record<string, string>;

export const isSecret = ({ kind }: ConnectorField): boolean => kind === 'secret';

export const nameOf = (field: ConnectorField): string => `${isSecret(field) ? 'secrets' : 'settings'}.${field.key}`;

export const valuesOf = (connection: HrConnection, connector: HrConnector | undefined): ConnectionValues => ({
  connector: connection.connector,
  match_by: connection.match_by,
  expires_on: connection.expires_on,
  ...fieldValues(connector, connection.settings),
});

/** Secrets are never shown; what is not stored begins as the connector says. */
export const fieldValues = (
  connector: HrConnector | undefined,
  settings: Readonly<Record<string, string>> = {},
): ConnectionValues =>
  Object.fromEntries(
    (connector?.fields ?? []).map((field) => [
      nameOf(field),
      isSecret(field) ? '' : (settings[field.key] ?? field.initial),
    ]),
  );

export function bodyOf(values: ConnectionValues, connectors: readonly HrConnector[]): HrConnectionBody {
  const { connector: kind = '', match_by = '', expires_on = '' } = values;
  const fields = connectors.find((connector) => connector.kind === kind)?.fields ?? [];
  const pairOf = (field: ConnectorField) => [field.key, values[nameOf(field)] ?? ''] as const;
  return {
    connector: kind,
    settings: Object.fromEntries(fields.filter((field) => !isSecret(field)).map(pairOf)),
    secrets: Object.fromEntries(fields.filter(isSecret).map(pairOf)),
    match_by: matchRule(match_by),
    expires_on: fields.some(isSecret) ? expires_on : '',
  };
}

/** A field has rules only while its connector is chosen. What is stored need not be entered again. */
export function rulesFor(connectors: readonly HrConnector[], saved: HrConnection): Rules {
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
