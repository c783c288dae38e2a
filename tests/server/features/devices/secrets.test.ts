// Devices send fingerprints, faces, photos, card numbers, passwords and names, even unasked. None of these bytes may
// end up in the data folder, a table or the log.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfToken } from '../../../../server/platform/crypto/hashes.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { databases } from '../../../support/server/databases.ts';
import { withPicture } from './drivers/hikvision/alertBodies.ts';

/** All different, so a failure says which was kept. In Base64 as devices write it, and plain. */
const secrets = {
  template: `mspTUyEA${randomBytes(300).toString('base64')}`,
  shortTemplate: 'TmPl8aTeBy',
  face: `AAAAFace${randomBytes(300).toString('base64')}`,
  photo: `JFIF-photo-${randomBytes(8).toString('hex')}`,
  picture: `Exif-picture-${randomBytes(8).toString('hex')}`,
  password: 'pw77H1dden',
  card: '8811223344',
  hexCard: '0002A9B8C7',
  name: 'Hexadecima Verborgen',
};
const { template, shortTemplate, face, photo, picture, password, card, hexCard, name } = secrets;

const tabs = (...fields: readonly string[]) => fields.join('\t');
const punch = tabs('00042', '2026-08-20 09:15:00', '0', '1', '', '0', '0');

const user = tabs(
  'USER PIN=1160',
  `Name=${name}`,
  'Pri=0',
  `Passwd=${password}`,
  `Card=[${hexCard}]`,
  `ViceCard=${card}`,
);
const finger = tabs('FP PIN=1160', 'FID=0', 'Size=1608', 'Valid=1', `TMP=${template}`);
const faceLine = tabs('FACE PIN=1160', 'FID=0', 'Size=900', 'Valid=1', `TMP=${face}`);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(photo), randomBytes(2_000)]);

/** Path and query after the serial number, and the body. */
const terminal: readonly (readonly [string, string | Buffer])[] = [
  ['cdata?table=ATTLOG&Stamp=9999', `${punch}\n`],
  ['cdata?table=OPERLOG', `${user}\n${finger}\n${faceLine}\nOPLOG 5\t0\t2026-08-20 09:00:00\t0\t0\t0\t0\n`],
  ['cdata?table=ATTLOG', `${user}\n${finger}\n${faceLine}\n${template}\nTMP=${template}\n${template}`],
  ['cdata?table=ATTLOG', `${punch}\t${template}\n1160\tTMP=${shortTemplate}\n${tabs('1160', `Card=${card}`)}\n`],
  ['cdata?table=ATTLOG', finger.slice(20)],
  [
    'cdata?table=ATTPHOTO',
    Buffer.concat([Buffer.from('PIN=20260820091500-1160.jpg\nSN=A\nsize=9\nCMD=uploadphoto\0'), jpeg]),
  ],
  ['cdata?table=BIODATA', tabs('BIODATA Pin=1160', 'No=0', 'Index=0', 'Type=9', `Tmp=${face}`)],
  ['cdata?table=IDCARD', tabs('IDCARD PIN=1160', `IDNum=${card}`, `Name=${name}`, `Photo=${photo}`)],
  ['cdata?table=ERRORLOG', tabs('ERRORLOG ErrCode=1', `Additional=${password}`)],
  ['cdata?table=options', `DeviceType=att,~DeviceName=K40 Pro,FirmVer=Ver 6.60,ComKey=${password},Card=${card}`],
  [
    'cdata?table=tabledata&tablename=user&count=1',
    tabs('user cardno=8811223344', 'pin=1160', `password=${password}`, `name=${name}`),
  ],
  [
    'cdata?table=tabledata&tablename=templatev10&count=1',
    tabs('templatev10 size=9', 'pin=1160', `template=${template}`),
  ],
  ['cdata?table=tabledata&tablename=biophoto&count=1', tabs('biophoto pin=1160', `content=${face}`)],
  ['fdata?table=ATTPHOTO&PhotoStamp=1', jpeg],
  ['devicecmd?', `ID=1&Return=0&CMD=DATA&TMP=${template}\nID=2\nReturn=0\nCMD=Shell\nContent=${password} ${card}\n`],
  [
    'cdata?table=rtlog',
    tabs('time=2026-08-20 09:16:00', 'pin=1160', `cardno=${card}`, 'eventaddr=1', 'event=0', 'index=21'),
  ],
  ['cdata?table=rtlog', tabs('time=never', 'pin=1160', `cardno=${card}`, `name=${name}`, `template=${template}`)],
];

const alert = (more: object = {}) => ({
  macAddress: 'a4:d5:c2:24:dd:74',
  dateTime: '2026-08-20T09:15:00+02:00',
  eventType: 'AccessControllerEvent',
  AccessControllerEvent: {
    deviceName: 'DS-K1T341',
    majorEventType: 5,
    subEventType: 75,
    employeeNoString: '00043',
    serialNo: 7,
    cardNo: card,
    name,
    password,
    FaceRect: { content: face },
    ...more,
  },
});
const xmlAlert =
  '<EventNotificationAlert><macAddress>a4:d5:c2:24:dd:74</macAddress><dateTime>2026-08-20T09:16:00+02:00</dateTime>' +
  '<eventType>AccessControllerEvent</eventType><AccessControllerEvent><majorEventType>5</majorEventType>' +
  `<subEventType>38</subEventType><employeeNoString>00043</employeeNoString><name>${name}</name><cardNo>${card}</cardNo>` +
  `<password>${password}</password></AccessControllerEvent></EventNotificationAlert>`;
const multipart = 'multipart/form-data; boundary=MIME_boundary';

const hikvision: readonly (readonly [contentType: string, body: string | Buffer])[] = [
  ['application/json', JSON.stringify(alert())],
  ['application/xml', xmlAlert],
  [
    multipart,
    withPicture(['Content-Disposition: form-data; name="event_log"'], JSON.stringify(alert({ serialNo: 8 })), jpeg),
  ],
  [multipart, withPicture(['Content-Disposition: form-data; name="Picture"; filename="a.jpg"'], picture, jpeg)],
  ['application/json', JSON.stringify(alert()).slice(0, -5)],
  ['application/xml', xmlAlert.slice(0, -5)],
  ['image/jpeg', jpeg],
  ['text/plain', `${name} ${card} ${password} ${template} ${picture}`],
];

const posted = { who: '00044', at: '2026-08-20T09:15:00+02:00', name, card, password, photo, face, template };
const json: readonly string[] = [
  JSON.stringify(posted),
  JSON.stringify([posted, { ...posted, at: 'noon' }]),
  JSON.stringify({ nothing: posted }),
  JSON.stringify(Array.from({ length: 1_001 }, () => posted)),
  JSON.stringify(posted).slice(0, -5),
];

describe.each(databases)('on $name', ({ create }) => {
  let devices: DeviceServer;
  let dataDir = '';
  const addresses = { hikvision: 'a'.repeat(32), json: 'b'.repeat(32) };

  beforeAll(async () => {
    devices = await startDeviceServer({
      async createDatabase() {
        const database = await create();
        dataDir = database.location.dataDir;
        return database;
      },
    });
    const { db } = devices.server;
    const controllers = await db.all<{ id: number }>(
      sql`select id from access_controllers where is_active = true order by id limit 3`,
    );
    const [atTerminal, atHikvision, atJson] = controllers.map(({ id }) => id);
    const connect = (controller: number | undefined, kind: string, secret: string) =>
      db.run(
        sql`insert into device_rules (controller_id, kind, secret_hash, mapping, direction, set_up_at)
          values (${controller ?? 0}, ${kind}, ${secret && hashOfToken(secret)},
            ${JSON.stringify({ person: 'who', time: 'at' })}, 'in', '2026-01-01 00:00:00')`,
      );
    await connect(atTerminal, 'zkteco', '');
    await connect(atHikvision, 'hikvision', addresses.hikvision);
    await connect(atJson, 'json', addresses.json);
    await db.run(
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
        values ('zkteco', 'APPROVED1', 'APPROVED1', ${atTerminal ?? 0}, 'approved', '2026-01-01 00:00:00',
          '2026-01-01 00:00:00')`,
    );
    devices.listener.changed();
  });
  afterAll(() => devices.stop());

  async function sendAll(): Promise<void> {
    for (const serial of ['APPROVED1', 'STRANGER1']) {
      await devices.call(`GET /iclock/cdata?SN=${serial}&options=all&pushver=2.4.0`);
      for (const [call, body] of terminal) await devices.call(`POST /iclock/${call}&SN=${serial}`, body);
      await devices.call(`POST /iclock/registry?SN=${serial}`, `DeviceType=acc,~DeviceName=K40,ComPwd=${password}`);
    }
    for (const [type, body] of hikvision)
      await devices.call(`POST /devices/hikvision/${addresses.hikvision}`, body, { 'Content-Type': type });
    for (const body of json) await devices.call(`POST /devices/json/${addresses.json}`, body);
  }

  async function tables(): Promise<string> {
    const { db } = devices.server;
    const names = await db.all<{ name: string }>(
      dataDir
        ? sql`select name from sqlite_master where type = 'table'`
        : sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const rows = [];
    for (const { name: table } of names) rows.push(await db.all({ pieces: [`select * from "${table}"`], values: [] }));
    return JSON.stringify(rows);
  }

  const files = () =>
    dataDir ? readdirSync(dataDir).map((file) => readFileSync(path.join(dataDir, file)).toString('latin1')) : [];

  test('nothing secret that devices send is kept, waiting or approved, asked or unasked', async () => {
    await sendAll();
    await devices.listener.writeHeard();
    const log = devices.server.log.join('\n');
    const stored = await tables();
    const kept = [log, stored, ...files()].join('\n');

    // The codes, which may be kept, are found, so the search works.
    const { db } = devices.server;
    for (const code of ['00042', '00043', '00044'])
      expect(
        (await one<{ n: number }>(db, sql`select count(*) as n from device_events where code = ${code}`)).n,
      ).toBeGreaterThan(0);
    if (dataDir) expect(files().join('')).toContain('STRANGER1');
    expect(stored).toContain('STRANGER1');

    const found = Object.entries(secrets).filter(([, secret]) =>
      [
        secret,
        secret.slice(0, 24),
        Buffer.from(secret).toString('base64').slice(0, 20),
        Buffer.from(secret).toString('hex'),
      ].some((form) => kept.includes(form)),
    );
    expect(found.map(([which]) => which)).toEqual([]);
  });
});
