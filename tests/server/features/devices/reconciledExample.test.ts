// The example in docs/devices/reconciliation.md really happens: a device sends its lines and its count over the wire,
// and an HR system takes what the sync sends.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { stageName } from '../../../../src/features/devices/words.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { type DeviceWorld, startDeviceWorld } from './world.ts';

const document = readFileSync('docs/devices/reconciliation.md', 'utf8').split('## An example')[1] ?? '';
const [, lines = ''] = /^```\n([\s\S]*?)```$/m.exec(document) ?? [];
const [, said = ''] = /holds (\d+) events of the day/.exec(document) ?? [];
const [stages = [], losses = []] = [...document.matchAll(/^\|.*\|\n\|(?: --- \|)+\n((?:\|.*\|\n?)*)/gm)].map(
  ([, rows = '']) =>
    rows
      .trimEnd()
      .split('\n')
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
);
const day = '2026-08-20';

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceWorld;
  let receiver: HrReceiver;

  beforeAll(async () => {
    receiver = await startHrReceiver();
    world = await startDeviceWorld(create, `${day}T20:00:00Z`, {
      allowPrivateHosts: '127.0.0.1',
      sample: { employeesPerCompany: 1, days: 0 },
    });
    const { server, company } = world;
    await server.db.run(sql`delete from company_urls where company_id = ${company} and url_type = 'hr_system'`);
    await server.db.run(
      sql`insert into company_urls (company_id, url_type, url, created_at)
        values (${company}, 'hr_system', ${receiver.url}, '2026-01-01 00:00:00')`,
    );
    for (const number of ['00101', '00102']) {
      await server.db.run(
        sql`insert into employees (company_id, employee_id, name, created_at)
          values (${company}, ${number}, ${`Name of ${number}`}, '2026-01-01 00:00:00')`,
      );
    }
  });
  afterAll(async () => {
    await world.stop();
    await receiver.kill();
  });

  test('the device’s events are reconciled as the document says', async () => {
    const { call, ask, controller, company } = world;
    await call('POST /iclock/cdata?SN=ZK1&table=ATTLOG&Stamp=9999', lines);
    await ask(`POST /access-controllers/${controller}/device/commands`, { command: 'count', day });
    const [, id] = (await call('GET /iclock/getrequest?SN=ZK1')).text.split(':');
    await call('POST /iclock/devicecmd?SN=ZK1', `ID=${id}&Return=0&CMD=VERIFY SUM&AttlogSum=${said}\n`);
    await ask(`POST /hr-sync/companies/${company}`, { date: day });

    const { data } = await ask(`GET /access-controllers/${controller}/device/reconciliation?day=${day}`);
    const found = answerDecoder('GET /access-controllers/{id}/device/reconciliation')(data);
    expect(found.stages.map(({ stage, count }) => [stageName(stage), String(count)])).toEqual(stages);
    const told = found.losses.map(({ stage, reason, sentence, count, action }, index) => {
      const wanted = losses[index]?.[1];
      return [stageName(stage), wanted === reason ? reason : sentence, String(count), action ?? ''];
    });
    expect(told).toEqual(losses);
  });
});
