// Who is in Personio. Employee numbers are an attribute that each account defines for itself.

import { type Decoder, list, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import type { Connection, Conversation } from '../connector.ts';
import { askAll } from './api.ts';

/** Other values than texts and numbers are lists. */
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

/** As many in an answer as Personio gives. */
const perPage = '50';

export const askPersons = (connection: Connection): Conversation<Person[]> =>
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

export const isNumberOf =
  ({ values: { number_attribute: wanted = '' } }: Connection) =>
  (attribute: Attribute) =>
    wanted !== '' && [attribute.id, attribute.global_id, attribute.label].includes(wanted);
