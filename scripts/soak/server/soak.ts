// The server's ordeal in full, as tables.

import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../growth.ts';
import { megabytes, row } from '../table.ts';
import { complaintsAbout, endure, leaveSome, type Ordeal, quiet, warmUp } from './ordeal.ts';
import { type Held, startWorkplace, type Workplace } from './workplace.ts';

const size = { rounds: 2, secondsOfPhase: 4, clients: 50 };

/** Answers what was not as it should be. */
export async function soakServer(): Promise<string[]> {
  const workplace = await startWorkplace();
  try {
    const { rounds, secondsOfPhase, clients } = size;
    console.log(`\nThe server's ordeal: ${rounds} rounds of ${secondsOfPhase} s of each fault by ${clients} clients`);
    const lasting = await abandoned(workplace);
    const ordeal = await endure(workplace, size);
    printAnswers(ordeal);
    printHeld(ordeal);
    const { code, seconds } = ordeal.ending;
    console.log(`SIGTERM with slow clients about: ended with ${code} after ${seconds.toFixed(1)} s`);
    return [...lasting, ...complaintsAbout(ordeal)];
  } finally {
    workplace.remove();
  }
}

/** A connection that is kept for a next request has the longest: 65 s. */
const longestSeconds = 90;

/** The server must get rid of slow clients by itself. */
async function abandoned(workplace: Workplace): Promise<string[]> {
  const { connections } = await workplace.held();
  const sockets = leaveSome(workplace, 10);
  let left = sockets.length;
  let seconds = 0;
  while (left > 0 && seconds < longestSeconds) {
    await wait(5_000);
    seconds += 5;
    left = (await workplace.held()).connections - connections;
  }
  for (const socket of sockets) socket.destroy();
  console.log(`${sockets.length} slow clients: after ${seconds} s ${left} are still connected`);
  return left > 0 ? [`${left} slow clients are never cut off`] : [];
}

function printAnswers({ phases }: Ordeal): void {
  const names = new Set(phases.map(({ name }) => name).filter((name) => name !== warmUp));
  const answersOf = (wanted: string) => {
    const mine = phases.filter(({ name }) => name === wanted);
    const times = mine.flatMap((phase) => phase.times);
    const sum = (figure: (phase: (typeof mine)[number]) => number) =>
      mine.reduce((total, phase) => total + figure(phase), 0);
    return {
      attacks: sum(({ attacks }) => attacks),
      wrong: sum(({ wrong }) => wrong.length),
      answered: times.length,
      usual: median(times),
      worst: Math.max(0, ...times),
    };
  };
  const calm = answersOf(quiet);
  const titles = ['attacks', 'answers', 'wrong', 'median ms', 'ratio', 'worst ms', 'ratio'];
  console.log(row('normal work during', titles));
  for (const name of names) {
    const { attacks, answered, wrong, usual, worst } = answersOf(name);
    const figures = [usual, usual / calm.usual, worst, worst / calm.worst].map((figure) => figure.toFixed(1));
    console.log(row(name, [attacks, answered, wrong, ...figures]));
  }
}

function printHeld({ held }: Ordeal): void {
  console.log(row('held by the server', ['heap MB', 'resident MB', 'connections', 'handles'], 13));
  const line = ({ heap, resident, connections, handles }: Held) => [
    megabytes(heap),
    megabytes(resident),
    connections,
    handles,
  ];
  for (const [round, counts] of held.entries())
    console.log(row(round === 0 ? 'before' : `after round ${round}`, line(counts), 13));
}
