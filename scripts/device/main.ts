// The device as a program: it connects, waits for approval, sends what it holds, and prints what it does.

import { setTimeout as wait } from 'node:timers/promises';
import { createChance } from '../../server/app/sample/random.ts';
import { type DeviceOptions, readOptions, usage } from './options.ts';
import { type SimulatedDevice, simulatedDevice } from './simulatedDevice.ts';
import { codesOf, workingDays } from './workingDays.ts';

const day = 24 * 60 * 60_000;
const pause = 3_000;
const pollEvery = 10_000;

const say = (sentence: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${sentence}`);

export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === 'help') {
    console.log(usage);
    return 0;
  }
  if ('problem' in options) {
    console.error(`${options.problem}. --help lists the options.`);
    return 2;
  }
  await play(options);
  return 0;
}

async function play(options: DeviceOptions): Promise<void> {
  const { kind, url, serial, path, secret, zone, drift, faults, seed, days, people, punch, key } = options;
  const from = Math.floor(Date.now() / day) * day - days * day;
  const device = simulatedDevice({
    kind,
    server: () => url,
    serial,
    path,
    secret,
    zone,
    drift,
    faults,
    seed,
    from,
    say,
  });
  const punches = workingDays({ codes: codesOf(people), from, days, chance: createChance(seed) });
  for (const each of punches.filter(({ at }) => at < Date.now())) device.punch(each);
  say(
    `I am a ${kind} device, ${serial}, and hold ${device.held.length} events. My clock shows ${device.shownAt(Date.now())}.`,
  );

  await approved(device, url);
  await upload(device, faults.includes('replay'));
  if (punch) {
    device.punch({ code: punch, at: Date.now(), key });
    say(`${punch} punches at ${device.shownAt(Date.now())}.`);
    await upload(device, false);
  }
  while (options.stays) {
    if (!(await device.poll())) say('I asked what there is to do, and got no good answer.');
    await wait(pollEvery);
  }
}

async function approved(device: SimulatedDevice, url: string): Promise<void> {
  say(`I call ${url}.`);
  while (!(await device.shakeHands())) {
    say('I wait until somebody approves me in the console, under Access Controllers.');
    await wait(pause);
  }
  await device.poll();
}

async function upload(device: SimulatedDevice, again: boolean): Promise<void> {
  const sent = await device.upload();
  if (sent > 0) say(`I sent ${sent} ${sent === 1 ? 'event' : 'events'}, and the server has them all.`);
  if (!again) return;
  await device.replay();
  say(`I sent all ${device.held.length} again.`);
}
