// Odoo with its app Attendances: a check-in and its check-out become an attendance. Odoo takes either all attendances
// of a request or none, and does not recognize repeated ones, so it is searched before any are created.
// docs/hr/odoo.md.
import { type Decoder, flag, integer, list, object } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { acceptCreated, forAll, idsByKey, resultOf } from '../answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Connector,
  type Conversation,
  field,
  type HttpRequest,
  NotNow,
  type PairItem,
} from '../connector.ts';
import {
  ask,
  call,
  jsonRpc,
  keyRefused,
  readAnswer,
  relatedId,
  textOrFalse,
  usesJsonRpc,
  withArchived,
} from './calls.ts';
import { numberField, people, probe } from './probe.ts';
import { leave } from './timeOff.ts';

export const odoo = {
  name: 'Odoo',
  takes: 'pair' as const,
  summary: 'Every check-in becomes an attendance together with its check-out.',
  address: 'https://mycompany.odoo.com',
  fields: [
    field('version', 'Version', 'Odoo 16 to 18 is spoken to in another way', {
      kind: 'choice',
      options: [
        { value: '19', label: '19 or later' },
        { value: '16', label: '16 to 18' },
      ],
      initial: '19',
    }),
    field('database', 'Database', 'Its name; at odoo.com the first part of the address'),
    field('user', 'User', 'The login whose key it is; only Odoo 16 to 18 asks for it', { is_required: false }),
    field('api_key', 'API Key', 'Of a user who administers Attendances; enter below when it expires', {
      kind: 'secret',
    }),
    numberField,
    field('company', 'Company', 'Its number in Odoo, which Test Connection names; empty for all of them', {
      is_required: false,
    }),
  ],
  mostPerRequest: 50,
  requestsPerMinute: 50,
  takesBreaks: false,
  people,
  leave,
  signIn,
  request,
  outcome,
  find,
  probe,
} satisfies Connector<PairItem>;

/** Odoo answers false to a wrong login or key. */
const decodeUserId: Decoder<number | undefined> = (value) => (value === false ? undefined : integer(value));

/** JSON-RPC needs the user's number in each request; JSON-2 knows it from the key. */
function* signIn(connection: Connection): Conversation<string> {
  if (!usesJsonRpc(connection)) return '';
  const { database = '', user = '', api_key = '' } = connection.values;
  if (user === '') throw new NotNow('Enter the login of the user: Odoo 16 to 18 asks for it');
  const answer = yield jsonRpc('common', 'authenticate', [database, user, api_key, {}]);
  const id = resultOf(readAnswer(answer, decodeUserId, connection));
  if (id === undefined) throw new NotNow(keyRefused);
  return String(id);
}

function request(items: readonly PairItem[], connection: Connection): HttpRequest {
  const [first] = items;
  if (first && first.remoteId !== '') {
    const params = { ids: [Number(first.remoteId)], vals: { check_out: first.until } };
    return call(connection, 'hr.attendance', 'write', params);
  }
  const attendances = items.map(({ personId, from, until }) => {
    return { employee_id: Number(personId), check_in: from, check_out: until };
  });
  return call(connection, 'hr.attendance', 'create', { vals_list: attendances });
}

function outcome(items: readonly PairItem[], answer: OutboundAnswer, connection: Connection): BatchOutcome {
  const [first] = items;
  if (first && first.remoteId !== '') return outcomeOfChange(first, answer, connection);
  const created = readAnswer(answer, stated(list(integer)), connection);
  return acceptCreated(items, created, 'Odoo did not say which attendances it made');
}

function outcomeOfChange(item: PairItem, answer: OutboundAnswer, connection: Connection): BatchOutcome {
  const result = readAnswer(answer, stated(flag), connection);
  if (result.kind === 'later') return result;
  if (result.kind === 'refused') {
    const gone = `Somebody deleted attendance ${item.remoteId} in Odoo, so its check-out cannot be changed. Enter it there`;
    return { kind: 'rejected', reason: result.isMissing ? gone : result.reason };
  }
  return forAll(
    [item],
    result.result
      ? { kind: 'accepted', remoteId: item.remoteId }
      : { kind: 'later', reason: 'Odoo did not say that it changed the attendance' },
  );
}

const decodeAttendances = stated(
  list(object({ id: integer, employee_id: relatedId, check_in: textOrFalse, check_out: textOrFalse })),
);

/** Ignores an attendance with another check-out: Odoo then refuses the new one and says why. */
function* find(items: readonly PairItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const params = {
    domain: [
      ['employee_id', 'in', [...new Set(items.map(({ personId }) => Number(personId)))]],
      ['check_in', 'in', [...new Set(items.map(({ from }) => from))]],
    ],
    fields: ['employee_id', 'check_in', 'check_out'],
    order: 'id desc',
  };
  const attendances = yield* ask(connection, 'hr.attendance', 'search_read', params, decodeAttendances, withArchived);
  // The last in this order wins, which is the oldest: Odoo's time rules may create others beside it.
  const ids = new Map(
    attendances.map(({ id, employee_id, check_in, check_out }) => [
      `${employee_id} ${check_in} ${check_out}`,
      String(id),
    ]),
  );
  return idsByKey(items, ({ personId, from, until }) => ids.get(`${Number(personId)} ${from} ${until}`));
}
