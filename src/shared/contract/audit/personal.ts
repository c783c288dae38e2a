// Decides which texts of a record are personal, and whom each is about. A text is personal unless it is listed here.

import type { Reference } from './entry.ts';

/** Whom a value is about. `id` is 0 if the kind is ''. */
export interface About {
  readonly kind: 'employees' | 'users' | '';
  readonly id: number;
}

export const nobody: About = { kind: '', id: 0 };

/** The person who acted, with the names that records may have for them. */
export interface Actor {
  readonly id: number | null;
  readonly names: readonly string[];
}

/** Fields whose values are words of the contract, hashes, or names of things, never names of people. */
const harmlessFields: ReadonlySet<string> = new Set([
  'began_by',
  'connector',
  'created_at',
  'days',
  'direction',
  'earliest_end',
  'event_type',
  'exception',
  'expires_at',
  'fault',
  'first_day',
  'half_hours',
  'health_status',
  'hours',
  'ignores_offset',
  'key',
  'kind',
  'last_day',
  'latest_start',
  'leave_known_from',
  'match_by',
  'matched_by',
  'method',
  'month',
  'rows_hash',
  'seal',
  'secrets_set',
  'setting_key',
  'starts_at',
  'state',
  'time',
  'type',
  'unique_identifier',
  'url_type',
  'valid_from',
  'zone',
]);

/** Parts of a record that say what roles may do, and nothing personal. */
const harmlessParts: ReadonlySet<string> = new Set(['permissions', 'roles']);

/** Fields that name the person who did something rather than the one the record is about. */
const actorFields: ReadonlySet<string> = new Set([
  'author',
  'closed_by',
  'decided_by',
  'ended_by',
  'reopened_by',
  'started_by',
  'ticked_by',
]);

interface Place {
  readonly about: About;
  readonly actor: Actor;
}

/** Returns the record as JSON with references in place of personal texts. Empty texts say nothing, and stay. */
export function withoutPersonal(
  record: object,
  seal: (value: string, about: About) => Reference,
  { about: ofRecord, actor }: Place,
): unknown {
  const strip = (value: unknown, field: string, about: About, holder: object): unknown => {
    if (typeof value === 'string') {
      if (value === '' || harmlessFields.has(field)) return value;
      return seal(value, actorFields.has(field) ? actorOf(value, field, holder, actor) : about);
    }
    if (typeof value !== 'object' || value === null || harmlessParts.has(field)) return value;
    if (Array.isArray(value)) return value.map((item) => strip(item, field, about, value));
    const mine = aboutOf(value, field) ?? about;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strip(inner, name, mine, value)]));
  };
  const plain: unknown = JSON.parse(JSON.stringify(record));
  return strip(plain, '', ofRecord, {});
}

/** Finds the person an object is about; undefined if it names nobody, and so shares that of the enclosing object. */
function aboutOf(object: object, field: string): About | undefined {
  if ('employee_id' in object && typeof object.employee_id === 'number')
    return { kind: 'employees', id: object.employee_id };
  if ('employee' in object && hasId(object.employee)) return { kind: 'employees', id: object.employee.id };
  if (field === 'employee' && hasId(object)) return { kind: 'employees', id: object.id };
  if ('user_id' in object && typeof object.user_id === 'number') return { kind: 'users', id: object.user_id };
  return undefined;
}

function actorOf(name: string, field: string, holder: object, actor: Actor): About {
  const id = Object.entries(holder).find(([other]) => other === `${field}_id`)?.[1];
  if (typeof id === 'number') return { kind: 'users', id };
  return actor.id !== null && actor.names.includes(name) ? { kind: 'users', id: actor.id } : nobody;
}

const hasId = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';
