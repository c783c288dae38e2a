// Tells users that somebody signed in to their account from somewhere new.

import type { Mail } from '../../../platform/mail/outboxQueries.ts';
import type { Beginning } from '../../people/sessionQueries.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { instantOf } from '../../../platform/time/instants.ts';

interface NewPlace {
  readonly device: string;
  readonly address: string;
  readonly beganBy: Beginning;
  readonly at: Date;
}

const ways: Readonly<Record<Beginning, string>> = {
  password: 'with your password',
  passkey: 'with a passkey',
  single_sign_on: 'by single sign-on',
  invitation: 'with your invitation',
};

export function newPlaceMail(to: string, place: NewPlace, businessTime: BusinessTime, publicUrl: string): Mail {
  const device = place.device || 'a device that does not name itself';
  const [day, time = ''] = businessTime.wallClock(instantOf(place.at)).split('T');
  return {
    to,
    subject: `New sign-in from ${device}`,
    body: [
      'Somebody signed in to your account of the attendance management system from somewhere new.',
      [
        `When: ${day}, ${time.slice(0, 5)} (${businessTime.zone})`,
        `Device: ${device}`,
        `Address: ${place.address}`,
        `How: ${ways[place.beganBy]}`,
      ].join('\n'),
      'If it was you, there is nothing to do.',
      [
        "If it wasn't you:",
        `1. Open ${publicUrl}/profile and end that session under Your Sessions.`,
        '2. Change your password there. That ends all other sessions, too.',
        '3. Tell your administrator.',
      ].join('\n'),
    ].join('\n\n'),
  };
}
