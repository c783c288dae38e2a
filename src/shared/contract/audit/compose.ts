// Composes an entry's text and the personal values stored beside it.

import { type EntryContent, type Reference, type SaltedValue, saltedText } from './entry.ts';
import { type About, nobody, withoutPersonal } from './personal.ts';

interface EntryFacts extends Omit<EntryContent, 'user_email' | 'address' | 'api_token' | 'before' | 'after'> {
  readonly user_email: string;
  /** Shows which texts are the name of the user who acted. */
  readonly user_name: string;
  readonly address: string | null;
  /** Set if an API token acted for the user. */
  readonly api_token?: { readonly id: number; readonly name: string };
  readonly before: object | null;
  readonly after: object | null;
}

/** Values of an entry that are about the same person, or about nobody. */
export interface ValuesAbout {
  readonly about: About;
  readonly salted: readonly SaltedValue[];
}

interface Tools {
  sha256(text: string): string;
  /** Must return at least 128 random bits. */
  createSalt(): string;
}

interface Composed {
  /** Fills in the id, which is not known until the entry is written. */
  textFor(id: number): string;
  readonly values: readonly ValuesAbout[];
}

export function composeEntry(facts: Omit<EntryFacts, 'id'>, { sha256, createSalt }: Tools): Composed {
  const groups = new Map<string, { about: About; salted: SaltedValue[] }>();
  const seal = (value: string, about: About): Reference => {
    const pair: SaltedValue = [createSalt(), value];
    const key = `${about.kind} ${about.id}`;
    const group = groups.get(key);
    if (group) group.salted.push(pair);
    else groups.set(key, { about, salted: [pair] });
    return { sha256: sha256(saltedText(pair)) };
  };
  const actor = { id: facts.user_id, names: [facts.user_email, facts.user_name].filter((name) => name !== '') };
  const caller = callerOf(facts);
  const recordOf = (record: object | null) =>
    record === null ? null : withoutPersonal(record, seal, { about: subjectOf(facts), actor });
  const content: Omit<EntryContent, 'id'> = {
    at: facts.at,
    user_id: facts.user_id,
    user_email: facts.user_email === '' ? null : seal(facts.user_email, caller),
    address: facts.address ? seal(facts.address, caller) : null,
    ...(facts.api_token && { api_token: { id: facts.api_token.id, name: seal(facts.api_token.name, caller) } }),
    request_id: facts.request_id,
    action: facts.action,
    subject: facts.subject,
    subject_id: facts.subject_id,
    before: recordOf(facts.before),
    after: recordOf(facts.after),
  };
  return { textFor: (id) => JSON.stringify({ id, ...content }), values: [...groups.values()] };
}

/** Returns the signed-in user, or else the account that somebody tried to sign in to. */
const callerOf = ({ user_id, subject, subject_id }: Omit<EntryFacts, 'id'>): About =>
  user_id !== null ? { kind: 'users', id: user_id } : subject === 'users' ? person('users', subject_id) : nobody;

function subjectOf({ user_id, subject, subject_id }: Omit<EntryFacts, 'id'>): About {
  if (subject === 'employees' || subject === 'users') return person(subject, subject_id);
  return subject === 'saved_views' ? person('users', user_id) : nobody;
}

const person = (kind: 'employees' | 'users', id: number | null): About => (id === null ? nobody : { kind, id });
