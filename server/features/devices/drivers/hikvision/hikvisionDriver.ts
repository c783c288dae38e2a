// The HTTP notification of Hikvision's access devices: one alert a request, about one event. A device repeats what is not
// answered with 200, so a message that cannot be read is kept as such rather than refused.

import { type AboutDevice, type DeviceFact, type Driver, type HeardNote, nothingHeard, textAnswer } from '../driver.ts';
import { unreadable } from '../unreadable.ts';
import { ownValue, readJson, textOf } from '../wireValues.ts';
import { accessEvent, timeIn } from './accessEvent.ts';
import { alertsIn } from './alerts.ts';

export const hikvisionDriver: Driver = {
  kind: 'hikvision',
  base: '/devices/hikvision/',
  whyNumbersMiss: 'Some may be door events, if it was not told to send all events.',

  identify(request) {
    if (request.method !== 'POST') return undefined;
    const addresses = alertsIn(request).map((alert) => macAddress(textOf(ownValue(alert, 'macAddress'))));
    return { serial: addresses.find((address) => address !== '') ?? '' };
  },

  hear(request, { isApproved }) {
    const alerts = alertsIn(request);
    const facts: DeviceFact[] = [];
    const notes: HeardNote[] = [];
    let heartbeat: AboutDevice = {};
    if (alerts.length === 0) facts.push(unreadable(request, 'The message has no part with an event'));
    for (const alert of alerts) {
      const type = textOf(ownValue(alert, 'eventType'));
      const event = ownValue(alert, 'AccessControllerEvent');
      if (alert === undefined) facts.push(unreadable(request, 'The message is neither JSON nor XML'));
      else if (typeof event === 'object' && event !== null) facts.push(accessEvent(alert, event));
      else if (type === '' || type === 'AccessControllerEvent')
        facts.push(unreadable(request, 'The message has no event'));
      else if (isHeartbeat(type, textOf(ownValue(alert, 'eventState')))) heartbeat = heartbeatOf(alert);
      else if (!ofNoDoor.has(type.toLowerCase())) notes.push(unhandled(type));
    }
    const model = alerts.map((alert) => modelIn(alert)).find((name) => name !== '');
    return {
      ...nothingHeard(textAnswer('OK')),
      facts,
      notes,
      about: {
        ...(model && { model }),
        ...heartbeat,
        ...(!isApproved && facts.length > 0 && { eventsOffered: facts.length }),
      },
    };
  },

  offsetsIn: (lines) => lines.map(({ raw }) => timeIn(readJson(raw))?.offsetMinutes ?? null),
};

/** 'a4:d5:c2:24:dd:74' -> 'A4:D5:C2:24:DD:74'; '' for anything else. */
function macAddress(text: string): string {
  const address = text.toUpperCase().replaceAll('-', ':');
  return /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/.test(address) ? address : '';
}

/** Some firmware says that it is there by saying that no video is lost. */
const isHeartbeat = (type: string, state: string) =>
  type.toLowerCase() === 'heartbeat' || (type.toLowerCase() === 'videoloss' && state === 'inactive');

/** It shows the clock of this moment. */
function heartbeatOf(alert: unknown): AboutDevice {
  const clock = timeIn(alert);
  return { sendsHeartbeats: true, ...(clock && { clock }) };
}

/** Of its camera, its disk, its network and its case. */
const ofNoDoor = new Set([
  'videoloss',
  'vmd',
  'shelteralarm',
  'tamperdetection',
  'diskfull',
  'diskerror',
  'nicbroken',
  'ipconflict',
  'illaccess',
]);

const unhandled = (type: string): HeardNote => ({
  kind: 'unhandled',
  sentence: `It sent “${type}”, which Rollcall does not know.`,
  raw: type,
});

/** Its name, which is the model until somebody changes it. */
const modelIn = (alert: unknown) => textOf(ownValue(ownValue(alert, 'AccessControllerEvent'), 'deviceName'));
