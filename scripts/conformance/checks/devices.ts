// Where the server announces devices: the rules of the kit's own controller are kept, a secret address is shown once, and
// what calls for the controller can be taken back. No device calls.

import type { DeviceRules } from '../../../src/shared/contract/devices.ts';
import type { Explored } from '../kit.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { differenceFault } from './differences.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

const rules: DeviceRules = {
  kind: 'json',
  zone: 'Asia/Kolkata',
  ignores_offset: true,
  direction: 'reader',
  readers: [{ reader: '1', direction: 'in' }],
  repeat_seconds: 25,
  half_hours: 'minutes',
  networks: '192.0.2.0/24',
  silent_after_minutes: 45,
  counts_from: '2026-01-01',
  mapping: {
    events: 'events',
    person: 'user.code',
    time: 'time',
    direction: 'way',
    number: '',
    reader: 'door',
    in_words: 'in',
    out_words: 'out',
    passed: '',
    passed_words: '',
  },
};

/** Compared as text where a value has parts. */
const flat = ({ readers, mapping, ...others }: DeviceRules) => ({
  ...others,
  readers: JSON.stringify(readers),
  mapping: JSON.stringify(mapping),
});

export async function checkDevices(kit: Explored, writing: Writing, id: number): Promise<void> {
  if (!kit.user.features.includes('devices')) return;
  const { client, group, intruders } = writing;
  const put = 'PUT /access-controllers/{id}/device';
  for (const { who, client: theirs, mustNot } of intruders) {
    const refused = () => theirs.call(put, { id, body: rules });
    if (mustNot(put, true)) checkRefused(group, put, `${who} cannot set a device's rules`, await refused());
  }
  const wrong = await client.call(put, { id, body: { ...rules, zone: 'Mars/Olympus' } });
  if (refuses(group, put, 'A zone that is none is refused with 422', wrong, ['invalid']) && !wrong.ok)
    namesField(group, put, wrong.error, 'zone');
  if (succeeds(group, put, 'Rules of a device are accepted', await client.call(put, { id, body: rules }))) {
    const saved = await client.call('GET /access-controllers/{id}/device', { id });
    const found = saved.ok && saved.data.rules ? flat(saved.data.rules) : {};
    const fault = differenceFault({ saved: flat(rules), found, prefix: 'rules.' });
    group.check(put, 'The saved rules are returned', fault);
  }
  await checkMapping(writing, id);
  await checkPairing(kit, writing, id);
}

async function checkMapping({ client, group }: Writing, id: number): Promise<void> {
  const read = 'POST /access-controllers/{id}/device/try';
  const event = { user: { code: '0042' }, time: '2026-11-20T08:00:00', way: 'in', door: '1' };
  const body = { mapping: rules.mapping, body: JSON.stringify({ events: [event] }) };
  const tried = await client.call(read, { id, body });
  const person = tried.ok ? tried.data.events[0]?.person : undefined;
  group.expect(read, 'A pasted message is read by the mapping', person === '0042', {
    field: 'events.person',
    detail: `The person at user.code is '${person ?? ''}', not '0042'`,
    shown: 'A mapping that reads something else than it says',
  });
}

async function checkPairing({ secrets }: Explored, { client, group }: Writing, id: number): Promise<void> {
  const pair = 'POST /access-controllers/{id}/device/pairing';
  const begun = await client.call(pair, { id, body: { kind: 'json', new_secret: true } });
  if (!succeeds(group, pair, 'The pairing can begin', begun) || !begun.ok) return;
  const { secret, setup } = begun.data;
  group.expect(pair, 'It shows the new secret address', secret.startsWith('/') && setup.has_secret, {
    field: 'secret',
    detail: `It is '${secret}', and has_secret is ${setup.has_secret}`,
    shown: 'An address without the secret, at which the server hears no device',
  });
  // From here on no answer may hold it.
  if (secret !== '') secrets.know(secret.split('/').at(-1) ?? secret);
  const again = await client.call(pair, { id, body: { kind: 'json' } });
  group.expect(pair, 'The secret is shown once', again.ok && again.data.secret === '', {
    field: 'secret',
    detail: 'It is not empty although no new one was asked for',
    shown: 'A secret to whoever opens the panel',
  });
  const end = 'POST /access-controllers/{id}/device/disconnect';
  const ended = await client.call(end, { id });
  if (!succeeds(group, end, 'What calls for the controller can be taken back', ended)) return;
  const left = await client.call('GET /access-controllers/{id}/device', { id });
  group.expect(end, 'The secret is taken back', left.ok && !left.data.has_secret && left.data.pairing_until === '', {
    field: 'has_secret',
    detail: 'There still is a secret, or the pairing is still open',
    shown: 'A device as connected that nobody wants any more',
  });
}
