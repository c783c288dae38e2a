// Whom Odoo has, archived people too, and which of its fields holds our employee numbers.

import {
  type Decoder,
  flag,
  integer,
  isObject,
  list,
  object,
  text,
} from '../../../../../src/shared/contract/decode.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { Connection, Conversation } from '../connector.ts';
import { field } from '../field.ts';
import { withArchived } from './calls.ts';
import { ask, textOrFalse } from './readAnswer.ts';

const peoplePerPage = 500;

/** The first one is that of a new connection. */
const numberFields = [
  { value: 'barcode', label: 'Badge ID' },
  { value: 'registration_number', label: 'Registration Number' },
  { value: 'identification_id', label: 'Identification No' },
] as const;

export const numberField = field(
  'number_field',
  'Employee Number',
  'The field of an employee in Odoo that holds the employee ID',
  { kind: 'choice', options: [...numberFields], initial: numberFields[0].value },
);

/** One of those: it becomes the name of a field in a request. */
export const numberFieldOf = ({ values }: Pick<Connection, 'values'>) =>
  numberFields.find(({ value }) => value === values.number_field) ?? numberFields[0];

export const companyDomain = ({ values }: Pick<Connection, 'values'>) =>
  values.company ? [['company_id', '=', Number(values.company)]] : [];

const decodePerson = object({ id: integer, name: text, work_email: textOrFalse, active: flag });

const personWith =
  (field: string): Decoder<HrPerson> =>
  (value) => {
    const { id, name, work_email, active } = decodePerson(value);
    const number = isObject(value) ? textOrFalse(value[field]) : '';
    return { id: String(id), number, name, email: work_email, is_active: active };
  };

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const { value: number } = numberFieldOf(connection);
  const decode = stated(list(personWith(number)));
  const found: HrPerson[] = [];
  for (let last = 0; ; ) {
    const params = {
      domain: [...companyDomain(connection), ['id', '>', last]],
      fields: ['name', 'work_email', 'active', number],
      limit: peoplePerPage,
      order: 'id',
    };
    const page = yield* ask(connection, 'hr.employee', 'search_read', params, decode, withArchived);
    found.push(...page);
    last = Math.max(last, ...page.map(({ id }) => Number(id)));
    if (page.length < peoplePerPage) return found;
  }
}
