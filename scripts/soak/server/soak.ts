// Soaks the server, and prints the results as tables.

import { setTimeout as wait } from 'node:timers/promises';
import { median, megabytes, row } from '../../figures.ts';
import { type FaultReport, noFault, openSlowClients, problemsIn, runFaults, warmUp } from './faultRounds.ts';
import { startTarget, type Target } from './target.ts';

const options = { rounds: 2, secondsPerPhase: 4, clients: 50 };

/** Returns the problems found. */
export async function soakServer(): Promise<string[]> {
  const { rounds, secondsPerPhase, clients } = options;
  const target = await startTarget();
  try {
    console.log(`\nServer: ${rounds} rounds, ${secondsPerPhase} s per fault, ${clients} misbehaving clients`);
    const stuck = await waitForSlowClients(target);
    const report = await runFaults(target, options);
    printTimes(report);
    printUsage(report);
    const { code, seconds } = report.exit;
    console.log(`SIGTERM with slow clients connected: exit code ${code} after ${seconds.toFixed(1)} s`);
    return [...stuck, ...problemsIn(report)];
  } finally {
    target.remove();
  }
}

/** The longest limit is that of idle kept-alive connections: 65 s. */
const maxSeconds = 90;

/** The server must close slow connections by itself. */
async function waitForSlowClients(target: Target): Promise<string[]> {
  const { connections } = await target.usage();
  const sockets = openSlowClients(target, 10);
  let open = sockets.length;
  let seconds = 0;
  for (; open > 0 && seconds < maxSeconds; seconds += 5) {
    await wait(5_000);
    open = (await target.usage()).connections - connections;
  }
  for (const socket of sockets) socket.destroy();
  console.log(`${sockets.length} slow clients: ${open} still connected after ${seconds} s`);
  return open > 0 ? [`${open} slow clients were never disconnected`] : [];
}

function printTimes({ phases }: FaultReport): void {
  const figuresOf = (wanted: string) => {
    const same = phases.filter(({ name }) => name === wanted);
    const times = same.flatMap((phase) => phase.times);
    return {
      attacks: same.reduce((sum, { attacks }) => sum + attacks, 0),
      answers: times.length,
      errors: same.reduce((sum, { errors }) => sum + errors.length, 0),
      median: median(times),
      worst: Math.max(0, ...times),
    };
  };
  const calm = figuresOf(noFault);
  console.log(row('normal use during', ['attacks', 'answers', 'errors', 'median ms', 'ratio', 'worst ms', 'ratio']));
  for (const name of new Set(phases.map((phase) => phase.name).filter((each) => each !== warmUp))) {
    const { attacks, answers, errors, median: usual, worst } = figuresOf(name);
    const times = [usual, usual / calm.median, worst, worst / calm.worst].map((figure) => figure.toFixed(1));
    console.log(row(name, [attacks, answers, errors, ...times]));
  }
}

function printUsage({ usage }: FaultReport): void {
  console.log(row('server usage', ['heap MB', 'resident MB', 'connections', 'handles'], 13));
  for (const [round, { heap, resident, connections, handles }] of usage.entries()) {
    const title = round === 0 ? 'before' : `after round ${round}`;
    console.log(row(title, [megabytes(heap), megabytes(resident), connections, handles], 13));
  }
}
