// Reads the facts about a Personio account before anything is sent to it, and its people. Employee numbers are an
// attribute that each account defines itself.

import { type Decoder, list, nonEmptyText, nothing, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { clockFindings } from '../answers.ts';
import { bad, type Connection, type Conversation, type Finding, good, warning } from '../connector.ts';
import { zoneFinding } from '../siteTime.ts';
import { askAll, askToken, decodeAnswer, read } from './api.ts';

const decodeAnyList = object({ _data: stated(list(nothing)) });

export function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const { scope } = yield* askToken(connection);
  const answer = yield read('/v2/attendance-periods?limit=1', connection);
  decodeAnswer(answer, decodeAnyList, connection.now);
  return [
    good('Version', 'API v2'),
    ...clockFindings(answer, connection.now),
    ...(yield* peopleFindings(connection)),
    good('Reading attendance', 'Allowed'),
    writingFinding(scope),
    zoneFinding(connection),
  ];
}

/** Identifies the account by one of its people, because Personio does not name the company. */
function* peopleFindings(connection: Connection): Conversation<Finding[]> {
  const persons = yield* askPersons(connection);
  const [first] = persons;
  if (!first) return [bad('Company', 'The credentials do not allow reading any person')];
  const attributes = persons.flatMap(({ custom_attributes }) => custom_attributes);
  return [
    good('Company', `${first.first_name} ${first.last_name} is one of its ${persons.length} people`),
    numberFinding(connection, attributes.filter(isNumberOf(connection)).length, [
      ...new Set(attributes.map(({ id, label, global_id }) => `${id} (${label || global_id})`)),
    ]),
  ];
}

function numberFinding({ values }: Connection, count: number, all: readonly string[]): Finding {
  const what = 'Personnel number';
  const attributeList = `The attributes are ${all.join(', ') || 'none'}`;
  if (!values.number_attribute) return warning(what, `Not set: match by e-mail or one by one. ${attributeList}`);
  if (count > 0) return good(what, `${count} people have one`);
  return bad(what, `No one has the attribute ${values.number_attribute}. ${attributeList}`);
}

/** The right to write, in the scope of a token. Personio's documentation has no example that shows it. */
const writingScope = 'personio:attendances:write';

function writingFinding(scope: string): Finding {
  return scope.split(' ').includes(writingScope)
    ? good('Writing attendance', 'Allowed')
    : warning('Writing attendance', `Personio does not name the right ${writingScope}`);
}

/** Values are lists unless they are texts or numbers. */
const decodeValue: Decoder<string> = (value) => (typeof value === 'object' ? '' : text(value));

const decodeAttribute = object({ id: text, global_id: text, label: text, value: decodeValue });
type Attribute = ReturnType<typeof decodeAttribute>;

const decodePerson = object({
  id: nonEmptyText,
  email: text,
  first_name: text,
  last_name: text,
  status: text,
  custom_attributes: list(decodeAttribute),
});
type Person = ReturnType<typeof decodePerson>;

/** Largest page that Personio gives. */
const perPage = '50';

const askPersons = (connection: Connection): Conversation<Person[]> =>
  askAll(connection, '/v2/persons', { limit: perPage }, decodePerson);

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const persons = yield* askPersons(connection);
  return persons.map((person) => ({
    id: person.id,
    number: person.custom_attributes.find(isNumberOf(connection))?.value ?? '',
    name: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
    is_active: person.status !== 'INACTIVE',
  }));
}

const isNumberOf =
  ({ values: { number_attribute: wanted = '' } }: Connection) =>
  (attribute: Attribute) =>
    wanted !== '' && [attribute.id, attribute.global_id, attribute.label].includes(wanted);
