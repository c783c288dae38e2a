// Requests that devices sent according to public sources, with the expected answers and stored facts. The payloads are
// what went over the wire; a request derived from a captured one says so.

import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type DoorOfDevice, written } from './wireWorld.ts';

export interface WireCase {
  readonly name: string;
  readonly door: DoorOfDevice;
  /** When the requests come. */
  readonly at: string;
  readonly requests: readonly (string | Buffer)[];
  readonly answers: readonly string[];
  readonly facts: readonly string[];
  /** The kinds of claims; none by default. */
  readonly claims?: readonly string[];
}

const bogota: DoorOfDevice = { serial: 'CNYG213260182', zone: 'America/Bogota' };
const attlog = (serial: string, lines: string) =>
  written(`POST /iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, lines, 'Content-Type: text/plain');

const f22: DoorOfDevice = { serial: 'JJA1254800833', zone: 'UTC' };
const f22At = '2026-08-11T21:48:00Z';
const access: DoorOfDevice = { serial: 'CL5Z202660239', zone: 'America/Mexico_City', isAccess: true };
const accessAt = '2026-09-10T21:21:00Z';
const row =
  'transaction cardno=0\tpin=475\tverified=15\tdoorid=1\teventtype=3\tinoutstate=0\ttime_second=857920849\tindex=521745\tmaskflag=1\ttemperature=36.2';
const rowRead = '475 2026-09-10 15:20:49 America/Mexico_City -> 2026-09-10 21:20:49 attendance #521745';

const terminal: DoorOfDevice = { kind: 'hikvision', serial: '88:DE:39:7A:22:CF', zone: 'Africa/Kampala' };
const kampalaAt = '2026-09-19T15:02:40Z';
const face = {
  portNo: 443,
  dateTime: '2026-09-19T18:02:38+03:00',
  protocol: 'HTTPS',
  channelID: 1,
  eventType: 'AccessControllerEvent',
  ipAddress: '10.70.18.20',
  eventState: 'active',
  macAddress: '88:de:39:7a:22:cf',
  activePostCount: 1,
  eventDescription: 'Access Controller Event',
  shortSerialNumber: 'GS7020902',
  AccessControllerEvent: {
    name: 'Somebody',
    label: '',
    serialNo: 217,
    userType: 'custom1',
    deviceName: 'Access Controller',
    cardReaderNo: 1,
    subEventType: 38,
    frontSerialNo: 216,
    majorEventType: 5,
    employeeNoString: '000015',
    currentVerifyMode: 'cardOrFaceOrFp',
  },
};
const faceRead = '000015 2026-09-19 18:02:38 +03:00 -> 2026-09-19 15:02:38 attendance #217';
const part = [
  '--MIME_boundary',
  'Content-Disposition: form-data; name="AccessControllerEvent"',
  'Content-Type: application/json',
  '',
  JSON.stringify(face, null, '\t'),
];
const parts = (end: string, newline = '\r\n') => [...part, end, ''].join(newline);
const posted = (body: string, type: string) =>
  written('POST /devices/hikvision/secret-of-88:DE:39:7A:22:CF'.replaceAll(':', '-'), body, `Content-Type: ${type}`);

export const wireCases: readonly WireCase[] = [
  {
    name: 'a running number in the eleventh field is the number, in a batch as captured from an MB10-VL',
    door: bogota,
    at: '2026-08-19T12:00:00Z',
    requests: [
      attlog(
        bogota.serial,
        '46\t2025-01-29 06:58:48\t0\t15\t0\t0\t0\t0\t0\t0\t10881\n41\t2025-01-29 06:59:10\t0\t1\t0\t0\t0\t0\t0\t0\t10882\n' +
          '11\t2025-01-29 06:59:32\t0\t1\t0\t0\t0\t0\t0\t0\t10883\n',
      ),
    ],
    answers: ['200 OK: 3'],
    facts: [
      '46 2025-01-29 06:58:48 America/Bogota -> 2025-01-29 11:58:48 attendance #10881',
      '41 2025-01-29 06:59:10 America/Bogota -> 2025-01-29 11:59:10 attendance #10882',
      '11 2025-01-29 06:59:32 America/Bogota -> 2025-01-29 11:59:32 attendance #10883',
    ],
  },
  {
    name: 'a running number that comes alone is none of three hours and two minutes (derived)',
    door: bogota,
    at: '2026-08-19T12:00:00Z',
    requests: [attlog(bogota.serial, '8\t2025-01-29 13:15:00\t0\t1\t0\t0\t0\t0\t0\t0\t10920')],
    answers: ['200 OK: 1'],
    facts: ['8 2025-01-29 13:15:00 America/Bogota -> 2025-01-29 18:15:00 attendance #10920'],
  },
  {
    name: 'nor, after the first ones, one of three hours (derived)',
    door: bogota,
    at: '2026-08-19T12:00:00Z',
    requests: [
      attlog(bogota.serial, '8\t2025-01-29 13:15:00\t0\t1\t0\t0\t0\t0\t0\t0\t10799'),
      attlog(bogota.serial, '9\t2025-01-29 13:16:00\t0\t1\t0\t0\t0\t0\t0\t0\t10800'),
    ],
    answers: ['200 OK: 1', '200 OK: 1'],
    facts: [
      '8 2025-01-29 13:15:00 America/Bogota -> 2025-01-29 18:15:00 attendance #10799',
      '9 2025-01-29 13:16:00 America/Bogota -> 2025-01-29 18:16:00 attendance #10800',
    ],
  },
  {
    name: 'nor a punch of this moment whose number could be an offset (derived)',
    door: bogota,
    at: '2025-01-29T18:16:02Z',
    requests: [attlog(bogota.serial, '9\t2025-01-29 13:16:00\t0\t1\t0\t0\t0\t0\t0\t0\t10800')],
    answers: ['200 OK: 1'],
    facts: ['9 2025-01-29 13:16:00 America/Bogota -> 2025-01-29 18:16:00 attendance'],
  },
  {
    name: 'a running number may bear a plus',
    door: bogota,
    at: '2026-08-19T12:00:00Z',
    requests: [attlog(bogota.serial, '8\t2025-01-29 13:15:00\t0\t1\t0\t0\t0\t0\t0\t0\t16461+')],
    answers: ['200 OK: 1'],
    facts: ['8 2025-01-29 13:15:00 America/Bogota -> 2025-01-29 18:15:00 attendance #16461'],
  },
  {
    name: 'an offset that all lines say, as a SpeedFace-V5L does, is one',
    door: { serial: 'SPEEDFACE1', zone: 'Asia/Kathmandu' },
    at: '2026-08-20T09:15:00Z',
    requests: [
      attlog(
        'SPEEDFACE1',
        '77\t2026-08-20 08:59:59\t0\t15\t\t0\t0\t0\t0\t0\t28800\t\n78\t2026-08-20 09:00:59\t0\t15\t\t0\t0\t0\t0\t0\t28800\t\n',
      ),
    ],
    answers: ['200 OK: 2'],
    facts: [
      '77 2026-08-20 08:59:59 +08:00 -> 2026-08-20 00:59:59 attendance',
      '78 2026-08-20 09:00:59 +08:00 -> 2026-08-20 01:00:59 attendance',
    ],
  },
  {
    name: 'zeros in all lines are no offset, unless a punch of this moment proves it (derived)',
    door: { serial: 'ZEROS1', zone: 'America/Bogota' },
    at: '2026-08-20T15:00:03Z',
    requests: [
      attlog(
        'ZEROS1',
        '7\t2026-08-19 08:00:00\t0\t1\t0\t0\t0\t0\t0\t0\t0\n8\t2026-08-19 09:00:00\t0\t1\t0\t0\t0\t0\t0\t0\t0\n',
      ),
    ],
    answers: ['200 OK: 2'],
    facts: [
      '7 2026-08-19 08:00:00 America/Bogota -> 2026-08-19 13:00:00 attendance',
      '8 2026-08-19 09:00:00 America/Bogota -> 2026-08-19 14:00:00 attendance',
    ],
  },
  {
    name: 'the offsets before and after the night of the clocks, in one batch, are no running numbers (derived)',
    door: { serial: 'SPEEDFACE2', zone: 'Europe/Berlin' },
    at: '2026-03-29T06:00:10Z',
    requests: [
      attlog(
        'SPEEDFACE2',
        '77\t2026-03-28 22:00:00\t0\t15\t\t0\t0\t0\t0\t0\t3600\n78\t2026-03-29 08:00:00\t0\t15\t\t0\t0\t0\t0\t0\t7200\n',
      ),
      attlog('SPEEDFACE2', '79\t2026-03-29 08:00:05\t0\t15\t\t0\t0\t0\t0\t0\t7200\n'),
    ],
    answers: ['200 OK: 2', '200 OK: 1'],
    facts: [
      '77 2026-03-28 22:00:00 Europe/Berlin -> 2026-03-28 21:00:00 attendance',
      '78 2026-03-29 08:00:00 Europe/Berlin -> 2026-03-29 06:00:00 attendance',
      '79 2026-03-29 08:00:05 +02:00 -> 2026-03-29 06:00:05 attendance',
    ],
  },
  {
    name: 'what an access controller kept and was asked for arrives by querydata, answered with OK only',
    door: access,
    at: accessAt,
    requests: [written('POST /iclock/querydata?SN=CL5Z202660239&type=tabledata&tablename=transaction', row)],
    answers: ['200 OK'],
    facts: [rowRead],
  },
  {
    name: 'the same row as data of a table',
    door: access,
    at: accessAt,
    requests: [written('POST /iclock/cdata?SN=CL5Z202660239&table=tabledata&tablename=transaction', row)],
    answers: ['200 transaction=1'],
    facts: [rowRead],
  },
  {
    name: 'the same row as a table of its own, after the event of the moment: one event',
    door: access,
    at: accessAt,
    requests: [
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=rtlog',
        'time=2026-09-10 15:20:49\tpin=475\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=0\tverifytype=15\tindex=521745\tmaskflag=1\ttemperature=36.2',
      ),
      written('POST /iclock/cdata?SN=CL5Z202660239&table=transaction', row),
    ],
    answers: ['200 OK', '200 OK'],
    facts: [rowRead],
  },
  {
    name: 'the same row with commas between its pairs (derived)',
    door: access,
    at: accessAt,
    requests: [
      written('POST /iclock/cdata?SN=CL5Z202660239&table=transaction', row.replaceAll('\t', ',')),
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=rtlog',
        'time=2026-09-10 15:20:50,pin=476,cardno=0,eventaddr=1,event=3,inoutstatus=0,verifytype=15,index=521746',
      ),
    ],
    answers: ['200 OK', '200 OK'],
    facts: [rowRead, '476 2026-09-10 15:20:50 America/Mexico_City -> 2026-09-10 21:20:50 attendance #521746'],
  },
  {
    name: 'rows of a transaction are named by the line before them; the card that was refused is about nobody',
    door: access,
    at: accessAt,
    requests: [
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=transaction',
        'Pin,Verified,DoorID,EventType,InOutState,Time_second,Index,Cardno,Sitecode\n0,4,1,27,1,824724003,197,333333,0\n',
      ),
      // Derived: an event that lets somebody through.
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=transaction',
        'Pin,Verified,DoorID,EventType,InOutState,Time_second,Index,Cardno,Sitecode\n475,4,1,0,0,857920849,198,333333,0\n',
      ),
    ],
    answers: ['200 OK', '200 OK'],
    facts: [
      '2025-08-29 10:00:03 America/Mexico_City -> 2025-08-29 16:00:03 no_person #197',
      '475 2026-09-10 15:20:49 America/Mexico_City -> 2026-09-10 21:20:49 attendance #198',
    ],
  },
  {
    name: 'a card that opened the door without a person is claimed, and not kept',
    door: access,
    at: accessAt,
    requests: [
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=rtlog',
        'cardno=1234567890,eventaddr=1,inoutstatus=0,time=2025-01-31 12:00:00,sn=MWA5244600020',
      ),
      // Derived from the row above.
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=transaction',
        row.replace('cardno=0\tpin=475', 'cardno=1234567890\tpin=0'),
      ),
    ],
    answers: ['200 OK', '200 OK'],
    facts: [
      '2025-01-31 12:00:00 America/Mexico_City -> 2025-01-31 18:00:00 unreadable',
      '2026-09-10 15:20:49 America/Mexico_City -> 2026-09-10 21:20:49 unreadable #521745',
    ],
    claims: ['not_taken'],
  },
  {
    name: 'the question whether somebody may pass is no passage, as the vendor describes it (derived)',
    door: access,
    at: accessAt,
    requests: [
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&AuthType=device',
        'time=2026-09-10 15:20:49\tpin=475\tcardno=0\taddrtype=2\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15',
      ),
      written('POST /iclock/cdata?SN=CL5Z202660239&type=PostVerifyData', '475\t2026-09-10 15:20:49\t0\t15'),
    ],
    answers: ['200 OK', '200 OK'],
    facts: [],
    claims: ['not_understood'],
  },
  {
    name: 'a number that is always 0, as a SenseFace 2A sends it, is none (derived)',
    door: access,
    at: accessAt,
    requests: [
      written(
        'POST /iclock/cdata?SN=CL5Z202660239&table=rtlog',
        'time=2026-09-10 15:20:49\tpin=475\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=1\tverifytype=15\tindex=0\n' +
          'time=2026-09-10 15:20:55\tpin=476\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=1\tverifytype=15\tindex=0\n',
      ),
    ],
    answers: ['200 OK'],
    facts: [
      '475 2026-09-10 15:20:49 America/Mexico_City -> 2026-09-10 21:20:49 attendance',
      '476 2026-09-10 15:20:55 America/Mexico_City -> 2026-09-10 21:20:55 attendance',
    ],
  },
  {
    name: 'rows of a transaction in a form that nobody described are kept as unreadable',
    door: access,
    at: accessAt,
    requests: [written('POST /iclock/cdata?SN=CL5Z202660239&table=transaction', '0,4,1,27,1,824724003,198,,0\n')],
    answers: ['200 OK'],
    facts: ['America/Mexico_City -> unreadable'],
    claims: ['not_taken'],
  },
  {
    name: 'a punch without a table is taken, as an F22 sends it',
    door: f22,
    at: f22At,
    requests: [
      written('POST /iclock/cdata?SN=JJA1254800833', '1005\t2026-08-11 10:00:00\t0\t4\r\n', 'Content-Type: text/plain'),
    ],
    answers: ['200 OK: 1'],
    facts: ['1005 2026-08-11 10:00:00 UTC -> 2026-08-11 10:00:00 attendance'],
  },
  {
    name: 'a form is taken',
    door: f22,
    at: f22At,
    requests: [
      written(
        'POST /iclock/cdata?SN=JJA1254800833',
        'table=ATTLOG&Stamp=9999&data=1005\t2026-08-11 10:00:00\t0\t4\n1006\t2026-08-11 11:00:00\t1\t15\n',
        'Content-Type: application/x-www-form-urlencoded',
      ),
      written(
        'POST /iclock/cdata?SN=JJA1254800833',
        'table=ATTLOG&Stamp=9999&data=1007%092026-08-11%2012%3A00%3A00%091%0915%0A',
        'Content-Type: application/x-www-form-urlencoded',
      ),
    ],
    answers: ['200 OK: 2', '200 OK: 1'],
    facts: [
      '1005 2026-08-11 10:00:00 UTC -> 2026-08-11 10:00:00 attendance',
      '1006 2026-08-11 11:00:00 UTC -> 2026-08-11 11:00:00 attendance',
      '1007 2026-08-11 12:00:00 UTC -> 2026-08-11 12:00:00 attendance',
    ],
  },
  {
    name: 'the lines of an F22 with keys are punches',
    door: f22,
    at: f22At,
    requests: [
      attlog(
        f22.serial,
        'time=2026-08-11 21:47:45\tpin=1\tcardno=1233447\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=4\tindex=353',
      ),
      attlog(f22.serial, 'time=2026-08-11 21:47:55\tpin=1\tcardno=1233447\tverifytype=4\tinoutstatus=0'),
    ],
    answers: ['200 OK: 1', '200 OK: 1'],
    facts: [
      '1 2026-08-11 21:47:45 UTC -> 2026-08-11 21:47:45 attendance #353',
      '1 2026-08-11 21:47:55 UTC -> 2026-08-11 21:47:55 attendance',
    ],
  },
  {
    name: 'punches in a table that nobody described are taken (derived)',
    door: f22,
    at: f22At,
    requests: [written('POST /iclock/cdata?SN=JJA1254800833&table=ATTLOG2', '1005\t2026-08-11 10:00:00\t0\t4\r\n')],
    answers: ['200 OK: 1'],
    facts: ['1005 2026-08-11 10:00:00 UTC -> 2026-08-11 10:00:00 attendance'],
  },
  {
    name: 'a table that nobody described, without punches, is claimed (derived)',
    door: f22,
    at: f22At,
    requests: [written('POST /iclock/cdata?SN=JJA1254800833&table=TEMPERATURE', 'sensor=3\tvalue=21\r\n')],
    answers: ['200 OK: 1'],
    facts: [],
    claims: ['not_understood'],
  },
  {
    name: 'what is about people is dropped without a claim',
    door: f22,
    at: f22At,
    requests: [
      written('POST /iclock/cdata?SN=JJA1254800833&table=BIODATA', 'BIODATA Pin=1\tNo=0\tTmp=apUBEBAFACE123\n'),
      written(
        'POST /iclock/querydata?SN=JJA1254800833&type=tabledata&tablename=user',
        'user uid=2\tcardno=987654321\tpin=475\tpassword=1593\tgroup=1\tname=SOMEBODY\tprivilege=14',
      ),
    ],
    answers: ['200 OK: 1', '200 OK'],
    facts: [],
  },
  {
    name: 'the card that a C3-100Pro writes after the person is left out',
    door: { serial: 'C3100PRO', zone: 'UTC' },
    at: '2026-03-12T14:22:20Z',
    requests: [
      written(
        'POST /iclock/cdata?SN=C3100PRO&table=ATTLOG',
        'ATTLOG\n1\t12345678\t2026-03-12 14:22:10\t0\t1\n',
        'Content-Type: text/plain',
      ),
    ],
    answers: ['200 OK: 1'],
    facts: ['1 2026-03-12 14:22:10 UTC -> 2026-03-12 14:22:10 attendance'],
  },
  {
    name: 'an address that ends in /iclock doubles it, as a SenseFace M2F-LR does',
    door: { serial: 'CJTM214860055', zone: 'UTC' },
    at: f22At,
    requests: [
      written('GET /iclock/iclock/getrequest?SN=CJTM214860055'),
      written('POST /iclock/iclock/cdata?SN=CJTM214860055&table=ATTLOG', '5\t2026-08-11 21:47:00\t0\t4\n'),
      written('GET //iclock/getrequest?SN=CJTM214860055'),
      written('GET http://192.168.1.10:4001/iclock/getrequest?SN=CJTM214860055'),
    ],
    answers: ['200 OK', '200 OK: 1', '200 OK', '200 OK'],
    facts: ['5 2026-08-11 21:47:00 UTC -> 2026-08-11 21:47:00 attendance'],
  },
  {
    name: 'a body may be packed',
    door: f22,
    at: f22At,
    requests: [
      written(
        'POST /iclock/cdata?SN=JJA1254800833&table=ATTLOG',
        gzipSync('1005\t2026-08-11 10:00:00\t0\t4\r\n'),
        'Content-Encoding: gzip',
      ),
      written(
        'POST /iclock/cdata?SN=JJA1254800833&table=ATTLOG',
        gzipSync(Buffer.alloc(8 << 20)),
        'Content-Encoding: gzip',
      ),
    ],
    answers: ['200 OK: 1', '413 Request body too large\n'],
    facts: ['1005 2026-08-11 10:00:00 UTC -> 2026-08-11 10:00:00 attendance'],
    claims: ['refused'],
  },
  {
    name: 'deflate is a stream of zlib, or a bare one, or only said of a body that is not packed',
    door: f22,
    at: f22At,
    requests: [
      deflateSync('1000\t2026-08-11 21:47:00\t0\t4\r\n'),
      deflateRawSync('1001\t2026-08-11 21:47:01\t0\t4\r\n'),
      '1002\t2026-08-11 21:47:02\t0\t4\r\n',
    ].map((body) => written('POST /iclock/cdata?SN=JJA1254800833&table=ATTLOG', body, 'Content-Encoding: deflate')),
    answers: ['200 OK: 1', '200 OK: 1', '200 OK: 1'],
    facts: [
      '1000 2026-08-11 21:47:00 UTC -> 2026-08-11 21:47:00 attendance',
      '1001 2026-08-11 21:47:01 UTC -> 2026-08-11 21:47:01 attendance',
      '1002 2026-08-11 21:47:02 UTC -> 2026-08-11 21:47:02 attendance',
    ],
  },
  {
    name: 'an access controller asks for the time: that of UTC, and the offset of its place',
    door: { serial: 'TIME1', zone: 'Asia/Kolkata', isAccess: true },
    at: '2026-08-20T03:45:32Z',
    requests: [written('GET /iclock/rtdata?SN=TIME1&type=time')],
    answers: ['200 DateTime=856064732,ServerTZ=+0530'],
    facts: [],
  },
  {
    name: 'a device may register without a body',
    door: f22,
    at: f22At,
    requests: [written('GET /iclock/registry?SN=JJA1254800833&pushver=3.0.1')],
    answers: ['200 RegistryCode={registry}'],
    facts: [],
  },
  {
    name: 'results may be posted where commands are fetched',
    door: f22,
    at: f22At,
    requests: [written('POST /iclock/getrequest?SN=JJA1254800833', 'ID=1&Return=0&CMD=DATA\n')],
    answers: ['200 OK'],
    facts: [],
  },
  {
    name: 'a terminal that asks for somebody of another place is not told its settings, as the vendor describes it (derived)',
    door: f22,
    at: f22At,
    requests: [written('GET /iclock/cdata?SN=JJA1254800833&table=RemoteAtt&PIN=1005')],
    answers: ['200 OK'],
    facts: [],
  },
  {
    name: 'a half-hour zone is told in minutes',
    door: { serial: 'HALF1', zone: 'Asia/Kolkata' },
    at: '2026-08-20T03:45:32Z',
    requests: [written('GET /iclock/cdata?SN=HALF1&options=all&language=69&pushver=2.4.0')],
    answers: [
      '200 GET OPTION FROM: HALF1\nATTLOGStamp=9999\nOPERLOGStamp=9999\nATTPHOTOStamp=None\nErrorDelay=30\nDelay=10\n' +
        'TransTimes=00:00;14:05\nTransInterval=1\nTransFlag=1100000000\nTimeZone=330\nRealtime=1\nEncrypt=None',
    ],
    facts: [],
  },
  {
    name: 'a boundary that the body writes in other letters, as a DS-K1T323 does',
    door: terminal,
    at: kampalaAt,
    requests: [posted(parts('--MIME_boundary--'), 'multipart/form-data; boundary=mime_boundary')],
    answers: ['200 OK'],
    facts: [faceRead],
  },
  {
    name: 'a stray last delimiter',
    door: terminal,
    at: kampalaAt,
    requests: [posted(parts('--SomeOtherBoundary--'), 'multipart/form-data; boundary=MIME_boundary')],
    answers: ['200 OK'],
    facts: [faceRead],
  },
  {
    name: 'parts whose lines end with a line feed only',
    door: terminal,
    at: kampalaAt,
    requests: [posted(parts('--MIME_boundary--', '\n'), 'multipart/form-data; boundary=MIME_boundary')],
    answers: ['200 OK'],
    facts: [faceRead],
  },
  {
    name: 'XML with a comment, and a kind in hexadecimal digits',
    door: terminal,
    at: kampalaAt,
    requests: [
      posted(
        '<EventNotificationAlert version="2.0"><!-- sent twice --><macAddress>88:de:39:7a:22:cf</macAddress>' +
          '<dateTime>2026-09-19T18:02:38+03:00</dateTime><eventType>AccessControllerEvent</eventType>' +
          '<AccessControllerEvent><majorEventType>0x5</majorEventType><subEventType>0x4b</subEventType>' +
          '<employeeNoString>000015</employeeNoString><serialNo>217</serialNo></AccessControllerEvent>' +
          '</EventNotificationAlert>',
        'application/xml',
      ),
    ],
    answers: ['200 OK'],
    facts: [faceRead],
  },
  {
    name: 'an alert of a kind that nobody described is claimed (derived)',
    door: terminal,
    at: kampalaAt,
    requests: [
      posted(
        '{"macAddress":"88:de:39:7a:22:cf","eventType":"IDCardInfoEvent","eventState":"active"}',
        'application/json',
      ),
    ],
    answers: ['200 OK'],
    facts: [],
    claims: ['not_understood'],
  },
];
