// Simulated device, which holds punches, sends them like its kind does, and has the given faults. Tests compare the
// results with its memory.
import { setTimeout as wait } from 'node:timers/promises';
import { createChance } from '../../server/app/sample/random.ts';
import { call, type Manner, type WireAnswer, type WireRequest } from './connection.ts';
import type { Fault } from './faults.ts';
import { json, webhook } from './gateway.ts';
import { hikvision } from './hikvision.ts';
import { createMemory, type Held, type Punch } from './memory.ts';
import type { PlayedKind } from './protocol.ts';
import { zkteco, zktecoAccess } from './zkteco.ts';

interface SimulatedDeviceOptions {
  readonly kind: Kind;
  /** 'http://127.0.0.1:4001'. Read for each request, since a restarted server may be elsewhere. */
  readonly server: () => string;
  readonly serial: string;
  readonly path?: string;
  readonly secret?: string;
  readonly zone: string;
  /** Seconds by which the clock is wrong; negative for slow. */
  readonly drift?: number;
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Time of its first event. */
  readonly from: number;
  readonly now?: () => Date;
  readonly say?: (sentence: string) => void;
  /** Milliseconds between attempts. */
  readonly patience?: number;
  /** Number of events per request, if the kind sends several. */
  readonly batchSize?: number;
}

export type SimulatedDevice = ReturnType<typeof simulatedDevice>;

export function simulatedDevice(options: SimulatedDeviceOptions) {
  const { kind, serial, path = '', secret = '', now = () => new Date(), say = () => undefined } = options;
  const faults = new Set(options.faults);
  const chance = createChance(options.seed);
  const memory = createMemory({ zone: options.zone, drift: options.drift ?? 0, faults, from: options.from });
  const protocol = kinds[kind].protocol({ serial, path, secret, faults });
  let sentUntil = 0;

  const send = (request: WireRequest, manner?: Manner) => call(options.server(), request, manner);
  const context = (isReplay: boolean) => ({ chance, isReplay, now: now() });

  /** Sends a batch, like real devices, until the server acknowledges it. */
  async function sendUntilTaken(events: readonly Held[], isReplay: boolean): Promise<void> {
    const request = () => protocol.batch(events, context(isReplay));
    for (const manner of spoiled()) await send(request(), manner);
    if (faults.has('two-connections') && chance.percent(20)) await Promise.all([send(request()), send(request())]);
    const manner = faults.has('slow') && chance.percent(10) ? 'slow' : 'well';
    for (;;) {
      const answer = await send(request(), manner);
      if (answer?.status === 200) return;
      say(`A batch of ${events.length} was not taken: ${saidBy(answer)} I send it again.`);
      await wait(options.patience ?? 1_000);
    }
  }

  /** Faults of the attempts before a batch arrives intact. */
  function spoiled(): Manner[] {
    const manners: Manner[] = [];
    if (faults.has('cut-body') && chance.percent(15)) manners.push('cut');
    if (faults.has('no-answer') && chance.percent(15)) manners.push('deaf');
    if (faults.has('answer-lost') && chance.percent(15)) manners.push('well');
    return manners;
  }

  async function sendAll(events: readonly Held[], isReplay: boolean): Promise<void> {
    const size = Math.min(protocol.batchSize, options.batchSize ?? protocol.batchSize);
    for (let at = 0; at < events.length; at += size) await sendUntilTaken(events.slice(at, at + size), isReplay);
  }

  async function obeyAll(answer: WireAnswer | undefined): Promise<void> {
    if (!protocol.obey || !answer?.body.startsWith('C:')) return;
    for (const line of answer.body.split('\n').filter(Boolean)) {
      const { answers, resent, startsAgain } = protocol.obey(line, memory, now().getTime());
      say(`The server asks: ${line.replace(/^C:\w+:/, '').replace('\t', ' ')}`);
      await sendAll(resent, true);
      if (startsAgain) await shakeHands();
      for (const each of answers) await send(each);
    }
  }

  /** Resolves to true if the server accepts the device. */
  async function shakeHands(): Promise<boolean> {
    for (const request of protocol.handshake) {
      const answer = await send(request);
      if (answer?.status !== 200) {
        say(`I shook hands, and was not taken: ${saidBy(answer)}`);
        return false;
      }
      misreadZone(answer.body);
    }
    return true;
  }

  function misreadZone(body: string): void {
    const [, hours = '0'] = /^TimeZone=(-?\d+\.\d+)$/m.exec(body) ?? [];
    const at = now().getTime();
    const missing = (Number(hours) - Math.trunc(Number(hours))) * 3_600_000;
    if (!faults.has('half-hour') || missing === 0) return;
    memory.setClock(at + memory.offsetAt(at) * 60_000 - missing, at);
    say(`I read ${hours} as ${Math.trunc(Number(hours))}: my clock is wrong by ${missing / 60_000} minutes.`);
  }

  return {
    kind,
    serial,
    zone: options.zone,
    /** Everything it holds: the truth for tests. */
    held: memory.records,
    saysOffset: protocol.saysOffset,
    shownAt: memory.shownAt,
    punch(punch: Punch) {
      memory.hold(punch);
      if (protocol.opensDoor(chance)) memory.hold({ code: '', at: punch.at + 1_000, key: 'none' });
    },
    shakeHands,
    /** Sends new events, and returns their number. */
    async upload(): Promise<number> {
      for (const request of protocol.unasked()) await send(request);
      const fresh = memory.records.slice(sentUntil);
      await sendAll(fresh, false);
      sentUntil += fresh.length;
      return fresh.length;
    },
    replay: () => sendAll(memory.records, true),
    /** Sends a heartbeat, and executes the commands in the answer. */
    async poll(): Promise<boolean> {
      if (!protocol.poll) return true;
      const answer = await send(protocol.poll(memory, now()));
      await obeyAll(answer);
      return answer?.status === 200;
    },
  };
}

const saidBy = (answer: WireAnswer | undefined): string =>
  answer ? `it answered ${answer.status} “${answer.body.slice(0, 120)}”.` : 'it did not answer.';

/** Kinds of devices that can be simulated. CONTRIBUTING.md explains how to add one. */
const rows = { zkteco, 'zkteco-acc': zktecoAccess, hikvision, webhook, json } satisfies Record<string, PlayedKind>;

export type Kind = keyof typeof rows;

export const kinds: Readonly<Record<Kind, PlayedKind>> = rows;

export const isKind = (name: string): name is Kind => Object.hasOwn(rows, name);
export const kindNames: readonly Kind[] = Object.keys(rows).filter(isKind);
