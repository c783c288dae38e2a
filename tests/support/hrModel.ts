// A model of an HR system that does everything which real ones do: it forgets to answer, answers nonsense,
// rejects, gets a message twice, and is down. What it accepted it never forgets.

import type { SafeRequest } from '../../server/platform/outbound.ts';
import type { Chance } from '../../server/sample/random.ts';

type Ill = 'cut' | 'lose' | 'down' | 'garbage' | 'partial' | 'twice' | 'slow' | 'refuse' | 'odd';

interface Sent {
  id: string;
  employee_id: string;
  event_type: string;
  timestamp: string;
}

export interface HrModel {
  /** By key, what the record is to people: 'employee type time'. */
  readonly accepted: ReadonlyMap<string, string>;
  /** Employees that it does not know for now. */
  readonly strangers: Set<string>;
  isWell: boolean;
  readonly request: SafeRequest;
}

/** `elapse` is called for the time that an answer takes, in seconds. */
export function createHrModel(chance: Chance, elapse: (seconds: number) => void): HrModel {
  const accepted = new Map<string, string>();
  const strangers = new Set<string>();

  function take(record: Sent): { id: string; status: string; reason?: string } {
    if (accepted.has(record.id)) return { id: record.id, status: 'duplicate' };
    if (strangers.has(record.employee_id)) {
      return { id: record.id, status: 'rejected', reason: 'Employee is unknown' };
    }
    accepted.set(record.id, `${record.employee_id} ${record.event_type} ${record.timestamp}`);
    return { id: record.id, status: 'accepted' };
  }

  const answer = (status: number, body: string) => ({ status, headers: {}, body });

  const model: HrModel = {
    accepted,
    strangers,
    isWell: false,
    async request(_url, { body = '' } = {}) {
      const { records }: { records: Sent[] } = JSON.parse(body);
      const all = () => records.map(take);
      const well = () => answer(200, JSON.stringify({ results: all() }));
      elapse(chance.whole(0, 2));
      await meanwhile(chance);
      if (model.isWell || chance.percent(45)) return well();
      const ill = chance.pick<Ill>(['cut', 'lose', 'down', 'garbage', 'partial', 'twice', 'slow', 'refuse', 'odd']);
      switch (ill) {
        case 'lose':
          all();
          throw new Error('the connection was closed');
        case 'down':
          return answer(503, 'Down for maintenance');
        case 'garbage':
          all();
          return answer(200, '<h1>Welcome</h1>');
        case 'partial':
          return answer(200, JSON.stringify({ results: all().filter(() => chance.percent(50)) }));
        case 'twice':
          all();
          return well();
        case 'slow':
          // Longer than a lease: somebody else may take over meanwhile.
          all();
          elapse(chance.whole(60, 400));
          await meanwhile(chance, 1_000);
          if (chance.percent(50)) throw new Error('No answer in time');
          return well();
        case 'refuse':
          return records.some(({ employee_id }) => strangers.has(employee_id))
            ? answer(422, 'Employee is unknown')
            : well();
        case 'odd':
          return answer(200, JSON.stringify({ results: records.map(({ id }) => ({ id, status: 'perhaps' })) }));
        case 'cut':
          throw new Error('the connection was closed');
      }
    },
  };
  return model;
}

/** Others get on with their work. */
export async function meanwhile(chance: Chance, most = 30): Promise<void> {
  for (let turns = chance.whole(0, most); turns > 0; turns--) await Promise.resolve();
}
