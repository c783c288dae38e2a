// A model of an HR system that fails in every way that real ones do: it loses answers, answers nonsense, rejects,
// receives a message twice, or is down. It never forgets a record that it accepted.

import type { SafeRequest } from '../../server/platform/outbound.ts';
import type { Chance } from '../../server/sample/random.ts';

type Failure = 'cut' | 'lose' | 'down' | 'garbage' | 'partial' | 'twice' | 'slow' | 'refuse' | 'odd';

interface SentRecord {
  id: string;
  employee_id: string;
  event_type: string;
  timestamp: string;
}

export interface HrModel {
  /** By key: 'employee type time'. */
  readonly accepted: ReadonlyMap<string, string>;
  /** Employees that it does not know at present. */
  readonly unknownEmployees: Set<string>;
  isHealthy: boolean;
  readonly request: SafeRequest;
}

/** `elapse` is called with the seconds that an answer takes. */
export function createHrModel(chance: Chance, elapse: (seconds: number) => void): HrModel {
  const accepted = new Map<string, string>();
  const unknownEmployees = new Set<string>();

  function accept(record: SentRecord): { id: string; status: string; reason?: string } {
    if (accepted.has(record.id)) return { id: record.id, status: 'duplicate' };
    if (unknownEmployees.has(record.employee_id)) {
      return { id: record.id, status: 'rejected', reason: 'Employee is unknown' };
    }
    accepted.set(record.id, `${record.employee_id} ${record.event_type} ${record.timestamp}`);
    return { id: record.id, status: 'accepted' };
  }

  const answer = (status: number, body: string) => ({ status, headers: {}, body });

  const model: HrModel = {
    accepted,
    unknownEmployees,
    isHealthy: false,
    async request(_url, { body = '' } = {}) {
      const { records }: { records: SentRecord[] } = JSON.parse(body);
      const acceptAll = () => records.map(accept);
      const answerAll = () => answer(200, JSON.stringify({ results: acceptAll() }));
      elapse(chance.whole(0, 2));
      await letOthersRun(chance);
      if (model.isHealthy || chance.percent(45)) return answerAll();
      const failure = chance.pick<Failure>([
        'cut',
        'lose',
        'down',
        'garbage',
        'partial',
        'twice',
        'slow',
        'refuse',
        'odd',
      ]);
      switch (failure) {
        case 'lose':
          acceptAll();
          throw new Error('The connection was closed');
        case 'down':
          return answer(503, 'Down for maintenance');
        case 'garbage':
          acceptAll();
          return answer(200, '<h1>Welcome</h1>');
        case 'partial':
          return answer(200, JSON.stringify({ results: acceptAll().filter(() => chance.percent(50)) }));
        case 'twice':
          acceptAll();
          return answerAll();
        case 'slow':
          // Longer than a lease, so another process may take over in the meantime.
          acceptAll();
          elapse(chance.whole(60, 400));
          await letOthersRun(chance, 1_000);
          if (chance.percent(50)) throw new Error('No answer in time');
          return answerAll();
        case 'refuse':
          return records.some(({ employee_id }) => unknownEmployees.has(employee_id))
            ? answer(422, 'Employee is unknown')
            : answerAll();
        case 'odd':
          return answer(200, JSON.stringify({ results: records.map(({ id }) => ({ id, status: 'perhaps' })) }));
        case 'cut':
          throw new Error('The connection was closed');
      }
    },
  };
  return model;
}

/** Lets other asynchronous work run for a random number of microtasks. */
export async function letOthersRun(chance: Chance, most = 30): Promise<void> {
  for (let count = chance.whole(0, most); count > 0; count--) await Promise.resolve();
}
