// Saves a form that edits a record without undoing what somebody else has saved meanwhile. A server that announces
// versions refuses an edit of an outdated one. For other servers, the record is read again and compared with what the
// form began with. Either way, the form continues from the current record, keeps what was typed, and shows differences.

import { useRef, useState } from 'react';
import type { Answer, Args, EditedRecord, EditKey } from '../../../shared/contract/calls.ts';
import type { EarlierEdit, OutdatedEdit, secretField } from '../../../shared/contract/edits.ts';
import { failedMessage, touchedBy } from '../../api/calls.ts';
import type { Api } from '../../api/client.ts';
import { type ApiError, asApiError, describeFailure } from '../../api/errors.ts';
import { loadEdit } from '../../api/loadCall.ts';
import { loadOnce } from '../../boot/loadOnce.ts';
import { type ActionOptions, type Confirming, type Outcome, useAction } from '../../hooks/useAction.ts';
import type { Rebased } from '../../hooks/useForm.ts';
import { useHasFeature } from '../../session/permissions.ts';
import { useConnection } from '../../session/session.tsx';

export interface EditOptions<K extends EditKey, V extends Values> extends ActionOptions<Answer<K>> {
  /** Record with which the form begins. */
  record: EditedRecord<K>;
  valuesOf(record: EditedRecord<K>): V;
  /** `version` goes into the body; undefined if the server has none. */
  args(values: V, version: string | undefined, record: EditedRecord<K>, confirmation: string | undefined): Args<K>;
  /** Reads the record again; undefined if it no longer exists. */
  read(api: Api, record: EditedRecord<K>): Promise<EditedRecord<K> | undefined>;
  /** Whether nobody may read the field's value. */
  isSecret?(field: string): boolean;
  /** Asks for a confirmation if the server requires one. */
  confirming?: Confirming | undefined;
}

/** Changes that somebody else has saved since the form was opened. */
export interface EditConflict {
  /** Newest first; empty if it is unknown who made them. */
  readonly edits: readonly EarlierEdit[];
  readonly differences: readonly Difference[];
  /** Fields for which the user has chosen what to keep. */
  readonly chosen: ReadonlySet<string>;
  choose(field: string): void;
}

interface Edit<K extends EditKey, V extends Values> {
  /** Record as last seen on the server. */
  record: EditedRecord<K>;
  /** Continues from the saved record, if the form stays open. */
  goOnFrom(record: EditedRecord<K>): void;
  send(values: V): Promise<Outcome<Answer<K>> | Rebased<V>>;
  busy: boolean;
  error: string | undefined;
  conflict: EditConflict | undefined;
}

const loadEdits = loadOnce('Part of the console', () => import('../../../shared/contract/edits.ts'));

/** Name of a secret among the fields of an earlier edit, repeated here because its module loads only on a conflict. */
export const newSecret: typeof secretField = 'secret';

const kept = 'Your changes are kept, but not saved yet. Try again';

/** Bounds retries for a record that others keep saving without touching what the form shows. */
const mostTries = 3;

export function useEdit<K extends EditKey, V extends Values>(
  key: K,
  {
    record: first,
    valuesOf,
    args,
    read,
    isSecret = () => false,
    confirming = (send) => send(),
    ...options
  }: EditOptions<K, V>,
): Edit<K, V> {
  const { api, queries } = useConnection();
  const isVersioned = useHasFeature('versions');
  const action = useAction(key, { ...options, merges: true });
  const [record, setRecord] = useState(first);
  const latest = useRef(first);
  const [isReading, setReading] = useState(false);
  const [readError, setReadError] = useState<string>();
  const [found, setFound] = useState<Pick<EditConflict, 'edits' | 'differences'>>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  function goOnFrom(next: EditedRecord<K>) {
    latest.current = next;
    setRecord(next);
    setFound(undefined);
    setChosen(new Set());
  }

  async function send(values: V): Promise<Outcome<Answer<K>> | Rebased<V>> {
    setReadError(undefined);
    const open = (found?.differences ?? []).filter((difference) => !isAnswered(difference, values, chosen));
    if (open.length > 0)
      return { ok: false, fields: Object.fromEntries(open.map(({ field }) => [field, 'Choose which one to keep'])) };
    for (let tries = 0; tries < mostTries; tries++) {
      const outcome = await attempt(values);
      if ('ok' in outcome) return outcome;
      const rebased = rebase(outcome, values);
      if (rebased) return rebased;
    }
    setReadError(`${failedMessage(key)}. Others are changing it at this moment`);
    return { ok: false, fields: {} };
  }

  /** Saves or, if somebody has changed the record, returns it as it is now. */
  async function attempt(values: V): Promise<Outcome<Answer<K>> | OutdatedEdit<EditedRecord<K>>> {
    const version = isVersioned ? latest.current.version : undefined;
    if (version === undefined) {
      const now = await readAgain();
      if (!action.isOpen()) return { ok: false, fields: {} };
      if (now && 'ok' in now) return now;
      if (now && differs(now.record)) return now;
    }
    const outcome = await confirming((confirmation) => action.run(args(values, version, latest.current, confirmation)));
    return !outcome.ok && outcome.outdated ? currentRecord(outcome.outdated) : outcome;
  }

  const differs = (now: EditedRecord<K>) => {
    const [began, theirs] = [valuesOf(latest.current), valuesOf(now)];
    return differencesOf({ began, theirs, mine: began, isChangedSecret: () => false }).length > 0;
  };

  /** Returns undefined if there is nothing to compare with, in which case the call itself will say what is wrong. */
  async function readAgain(): Promise<Outcome<never> | OutdatedEdit<EditedRecord<K>> | undefined> {
    setReading(true);
    try {
      const now = await read(api, latest.current);
      return now && { record: now, edits: [] };
    } catch (caught) {
      const failure = asApiError(caught);
      if (['notFound', 'forbidden', 'unreadable'].includes(failure.kind)) return undefined;
      setReadError(`${failedMessage(key)}, as the record could not be read again (${failure.message}). ${kept}`);
      return { ok: false, fields: {}, status: failure.status };
    } finally {
      setReading(false);
    }
  }

  /** Returns the current record, or just the refusal's message if a proxy sent it or our code cannot be loaded. */
  async function currentRecord(refusal: ApiError): Promise<Outcome<never> | OutdatedEdit<EditedRecord<K>>> {
    try {
      const [{ outdated }, { editedRecord }] = await Promise.all([loadEdits(), loadEdit(key)]);
      return outdated(editedRecord)(refusal.data);
    } catch {
      setReadError(describeFailure(refusal, failedMessage(key)));
      return { ok: false, fields: {}, status: refusal.status };
    }
  }

  /** Returns undefined if nothing that the form shows has changed, so that it can be saved. */
  function rebase({ record: now, edits }: OutdatedEdit<EditedRecord<K>>, mine: V): Rebased<V> | undefined {
    const hasNewSecret = edits.some(({ fields }) => fields.includes(newSecret));
    const sides = {
      began: valuesOf(latest.current),
      theirs: valuesOf(now),
      mine,
      isChangedSecret: (field: string) => hasNewSecret && isSecret(field),
    };
    const differences = differencesOf(sides);
    goOnFrom(now);
    queries.invalidate(touchedBy(key));
    if (differences.every(({ by }) => by === 'me')) return undefined;
    setFound({ edits, differences });
    return { ok: false, fields: {}, rebased: { start: sides.theirs, values: merged(sides, differences) } };
  }

  return {
    record,
    goOnFrom,
    send,
    busy: action.busy || isReading,
    error: readError ?? action.error,
    conflict: found && { ...found, chosen, choose: (field) => setChosen(new Set([...chosen, field])) },
  };
}

// Compares a record field by field: as it was, as somebody else has saved it, and as it is in the form.

export type Values = Record<string, unknown>;

export interface Difference {
  readonly field: string;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Who changed it. If both did, the user has to choose. */
  readonly by: 'them' | 'me' | 'both';
}

interface Sides<V extends Values> {
  readonly began: V;
  readonly theirs: V;
  readonly mine: V;
  /** Whether somebody changed a secret, whose new value cannot be read and is blank in the form. */
  readonly isChangedSecret: (field: string) => boolean;
}

/** Leaves out fields that both have changed in the same way. */
function differencesOf<V extends Values>({ began, theirs, mine, isChangedSecret }: Sides<V>): Difference[] {
  const fields = Object.keys({ ...began, ...theirs, ...mine });
  return fields.flatMap((field): Difference[] => {
    const isTheirs = isChangedSecret(field) || !isSame(began[field], theirs[field]);
    const isMine = !isSame(began[field], mine[field]);
    if (!isTheirs && !isMine) return [];
    if (isMine && isTheirs && isSame(theirs[field], mine[field])) return [];
    const by = isTheirs && isMine ? 'both' : isTheirs ? 'them' : 'me';
    return [{ field, theirs: theirs[field], mine: mine[field], by }];
  });
}

/** Typing a third value also counts as an answer. */
const isAnswered = ({ field, theirs, mine, by }: Difference, values: Values, chosen: ReadonlySet<string>) =>
  by !== 'both' || chosen.has(field) || (!isSame(values[field], mine) && !isSame(values[field], theirs));

/** Returns the form's values, updated with what only the others have changed. */
function merged<V extends Values>({ theirs, mine }: Sides<V>, differences: readonly Difference[]): V {
  const kept = new Set(differences.flatMap(({ field, by }) => (by === 'them' ? [] : [field])));
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([field]) => kept.has(field))) };
}

/** Ignores the order of a checklist's options, but not the order of rows. */
export const isSame = (one: unknown, other: unknown): boolean => fingerprint(one) === fingerprint(other);

const fingerprint = (value: unknown): string => JSON.stringify(isChecklist(value) ? value.toSorted() : (value ?? ''));

const isChecklist = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object');
