// Ticks that the server has not got yet. The browser keeps them, so that neither a lost connection nor a closed page
// loses one.

import type { Tick } from '../../../shared/contract/presence.ts';

export interface TickQueue {
  read(): readonly Tick[];
  add(tick: Tick): void;
  /** After they were sent. Those that were added meanwhile stay. */
  remove(sent: readonly Tick[]): void;
}

export function createTickQueue(userId: number, rollCallId: number): TickQueue {
  const key = `ticks ${userId} ${rollCallId}`;

  function read(): readonly Tick[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isTick) : [];
    } catch {
      return []; // not ours, or cut off
    }
  }
  function write(ticks: readonly Tick[]) {
    if (ticks.length > 0) localStorage.setItem(key, JSON.stringify(ticks));
    else localStorage.removeItem(key);
  }
  return {
    read,
    /** Of each person only the last one matters. */
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
