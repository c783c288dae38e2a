// A roll call that several phones tick at once, even offline: repeatedly sends this phone's ticks, and reads the
// others'.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRouter } from 'wouter';
import type { Api } from '../../../platform/api/client.ts';
import { type ApiError, asApiError } from '../../../platform/api/errors.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { keepInBrowser } from '../../../platform/boot/siteData.ts';
import { apiBase } from '../../../platform/boot/siteMeta.ts';
import { trustedUrl } from '../../../platform/export/worker/startWorker.ts';
import { readToken } from '../../../platform/session/connection.ts';
import { rollCallCache, useConnection, useUser } from '../../../platform/session/session.tsx';
import { calls, type RollCallPerson, type RollCallReport, type Tick } from '../../../shared/contract/presence.ts';
import type { CurrentUser } from '../../../shared/contract/session.ts';

const key = 'GET /roll-calls/{id}';

const readAgainAfterMs = 10_000;
const sendAfterMs = 300;

export interface RollCallState {
  /** Includes the ticks that are not sent yet. */
  report: RollCallReport | undefined;
  unsent: number;
  /** How many ticks arrived after the end, and do not count. */
  late: number;
  /** The failure of the last exchange. */
  problem: ApiError | undefined;
  tick(person: RollCallPerson, isTicked: boolean): void;
  exchange(): Promise<void>;
  /** Sends all ticks so far, even those made during an exchange under way. Returns how many could not be sent. */
  sendAll(): Promise<number>;
  /** Shows the report from the answer to another call, such as the end. */
  show(report: RollCallReport): void;
}

export function useRollCall(id: number): RollCallState {
  const { api, queries } = useConnection();
  const { base } = useRouter();
  const user = useUser();
  const queue = useMemo(() => createTickQueue(user.id, id), [user.id, id]);
  const [unsent, setUnsent] = useState(queue.read);
  const [lastReport, setLastReport] = useState<RollCallReport>();
  const [problem, setProblem] = useState<ApiError>();
  const [late, setLate] = useState(0);
  const running = useRef<Promise<void>>(undefined);

  const once = useCallback(async () => {
    try {
      const waiting = queue.read();
      const refusal = waiting.length > 0 ? await send(api, id, waiting) : undefined;
      const ticks = refusal ? [] : waiting;
      queries.forget(key);
      const { data } = await queries.load(key, { id }).promise;
      queue.remove(ticks);
      if (data.roll_call.ended_at) setLate((before) => before + ticks.filter((tick) => !isIn(tick, data)).length);
      setLastReport(data);
      setProblem(refusal);
      void keepReport(base, user, data);
    } catch (error) {
      const failure = asApiError(error);
      const earlier = isOffline(failure) ? await keptReport(id).catch(() => undefined) : undefined;
      setLastReport((last) => last ?? earlier);
      setProblem(failure);
    }
    setUnsent(queue.read());
  }, [api, queries, base, user, id, queue]);

  /** Runs one exchange at a time. */
  const exchange = useCallback(() => {
    running.current ??= once().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [once]);

  const sendAll = useCallback(async () => {
    await running.current;
    await exchange();
    return queue.read().length;
  }, [exchange, queue]);

  useEffect(() => queries.watch(key, () => void exchange()), [queries, exchange]);

  const isOver = lastReport !== undefined && lastReport.roll_call.ended_at !== '' && unsent.length === 0;
  /** Whether the user declined to sign in again. They are not asked at every tick, only when they press Retry. */
  const isDeclined = problem?.kind === 'unauthenticated';
  useEffect(() => {
    if (isOver || isDeclined) return;
    void exchange();
    const again = () => void exchange();
    const timer = setInterval(() => !document.hidden && again(), readAgainAfterMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [isOver, isDeclined, exchange]);

  /** Sends a new tick soon; ticks that could not be sent wait for the next time. */
  const newest = unsent.at(-1)?.at;
  useEffect(() => {
    if (newest === undefined || isDeclined) return;
    const timer = setTimeout(() => void sendAll(), sendAfterMs);
    return () => clearTimeout(timer);
  }, [newest, isDeclined, sendAll]);

  const lastAt = useRef(0);
  /**
   * Dates a tick after the one that this phone shows, even if another phone's clock is ahead: the later tick counts.
   */
  const tick = useCallback(
    ({ employee, ticked_at }: RollCallPerson, is_ticked: boolean) => {
      const secondAfter = (Date.parse(ticked_at) || 0) + 1_000;
      lastAt.current = Math.max(Date.now(), secondAfter, lastAt.current + 1);
      queue.add({ employee_id: employee.id, is_ticked, at: new Date(lastAt.current).toISOString() });
      setUnsent(queue.read());
    },
    [queue],
  );

  const report = useMemo(() => lastReport && withTicks(lastReport, unsent), [lastReport, unsent]);
  return { report, unsent: unsent.length, late, problem, tick, exchange, sendAll, show: setLastReport };
}

/** Returns the refusal if the user may no longer tick: their ticks stay, and they still see the ticks of others. */
async function send(api: Api, id: number, ticks: readonly Tick[]): Promise<ApiError | undefined> {
  try {
    await api('POST /roll-calls/{id}/ticks', { id, body: { ticks: [...ticks], sent_at: new Date().toISOString() } });
    return undefined;
  } catch (error) {
    const failure = asApiError(error);
    if (failure.kind !== 'forbidden') throw failure;
    return failure;
  }
}

export const isOffline = (problem: ApiError | undefined) =>
  problem?.kind === 'unreachable' || problem?.kind === 'timedOut';

const isIn = ({ employee_id, is_ticked }: Tick, { people }: RollCallReport) =>
  people.some((person) => person.employee.id === employee_id && person.is_ticked === is_ticked);

function withTicks({ roll_call, people, silent }: RollCallReport, ticks: readonly Tick[]): RollCallReport {
  const lastOf = new Map(ticks.map(({ employee_id, is_ticked }) => [employee_id, is_ticked]));
  const ticked = people.map((person) => ({
    ...person,
    is_ticked: lastOf.get(person.employee.id) ?? person.is_ticked,
  }));
  const count = (isExpected: boolean) =>
    ticked.filter(({ state, is_ticked }) => is_ticked && (state === 'in') === isExpected).length;
  return { roll_call: { ...roll_call, ticked: count(true), others: count(false) }, people: ticked, silent };
}

interface TickQueue {
  read(): readonly Tick[];
  add(tick: Tick): void;
  /** Removes ticks that were sent, and keeps those added meanwhile. */
  remove(sent: readonly Tick[]): void;
}

/** Keeps unsent ticks in the browser, so that neither a lost connection nor a closed page loses one. */
function createTickQueue(userId: number, rollCallId: number): TickQueue {
  const key = `ticks ${userId} ${rollCallId}`;

  /** The unsent ticks, while the browser has no room to store them. */
  let unkept: readonly Tick[] = [];

  function read(): readonly Tick[] {
    if (unkept.length > 0) return unkept;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isTick) : [];
    } catch {
      return []; // not ours, or cut off
    }
  }
  function write(ticks: readonly Tick[]) {
    unkept = ticks.length === 0 || keepInBrowser(key, JSON.stringify(ticks)) ? [] : ticks;
    if (ticks.length === 0) localStorage.removeItem(key);
  }
  return {
    read,
    /** Keeps each person's last tick, the only one that matters. */
    add: (tick) => write([...read().filter(({ employee_id }) => employee_id !== tick.employee_id), tick]),
    remove: (sent) => write(read().filter((tick) => !sent.some((each) => isSame(each, tick)))),
  };
}

const isSame = (one: Tick, other: Tick) => one.employee_id === other.employee_id && one.at === other.at;

function isTick(value: unknown): value is Tick {
  const typeOf = (field: string) =>
    typeof value === 'object' && value !== null ? typeof Reflect.get(value, field) : 'undefined';
  return typeOf('employee_id') === 'number' && typeOf('is_ticked') === 'boolean' && typeOf('at') === 'string';
}

// Keeps the open roll call in the browser, so that it opens again without a network: page, files, the signed-in user,
// and the people. The service worker in scripts/build/rollCall.mjs serves the first three. The people are read here, so
// that the screen knows that they are not current. Signing out removes everything, see platform/session/session.tsx.

/** The key in the cache, which no request asks for. */
const addressOf = (id: number) => `${location.origin}/kept/roll-calls/${id}`;

let kept = { page: '', files: new Set<string>() };

/** `base` is the site's path. Keeps nothing where the browser cannot: without HTTPS, or in a private window. */
async function keepReport(base: string, user: CurrentUser, report: RollCallReport): Promise<void> {
  if (!('serviceWorker' in navigator && 'caches' in globalThis)) return;
  try {
    if (report.roll_call.ended_at) return void (await caches.delete(rollCallCache));
    const cache = await caches.open(rollCallCache);
    const page = location.href.replace(/#.*/, '');
    const files = [page, ...loadedFiles(`${location.origin}${base}/`)];
    if (kept.page !== page) kept = { page, files: new Set() };
    await cache.addAll(files.filter((file) => !kept.files.has(file)));
    kept.files = new Set(files);
    const answers = { [addressOf(report.roll_call.id)]: report, [`${apiBase()}/auth/user`]: user };
    for (const [address, data] of Object.entries(answers)) await cache.put(address, answerWith(data));
    // Delete files of other versions, and other roll calls.
    for (const { url } of await cache.keys()) if (!kept.files.has(url) && !(url in answers)) await cache.delete(url);
    const scope = `${base}${paths.presence}`;
    if (await navigator.serviceWorker.getRegistration(scope)) return;
    await navigator.serviceWorker.register(trustedUrl(`${location.origin}${base}/roll-call.js`), { scope });
  } catch {
    // The roll call still works while the page stays open.
  } finally {
    if (readToken() === null) await caches.delete(rollCallCache); // signed out meanwhile
  }
}

const answerWith = (data: object) =>
  new Response(JSON.stringify({ success: true, data }), { headers: { 'Content-Type': 'application/json' } });

/** Scripts and styles that the page has loaded so far. */
const loadedFiles = (site: string) =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(site) && /\.(?:js|css)$/.test(name));

async function keptReport(id: number): Promise<RollCallReport | undefined> {
  if (!('caches' in globalThis)) return undefined;
  const answer = await caches.match(addressOf(id), { cacheName: rollCallCache });
  return answer && calls['GET /roll-calls/{id}'].answer(Object(await answer.json()).data);
}
