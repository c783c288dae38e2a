// The mail about devices that need a look: all that went wrong together, by company.

import type { Claim } from '../../../../src/shared/contract/devices.ts';
import type { Mail } from '../../../platform/mail/outboxQueries.ts';
import { singleLine } from '../../../platform/log/singleLine.ts';
import type { DeviceController } from '../deviceController.ts';
import { counted, grouped } from '../../controllers/device/words.ts';

export interface Trouble extends DeviceController {
  readonly claims: readonly Claim[];
}

/** A mail of thousands of lines helps nobody. */
const mostDevices = 100;

export function alertMail(to: string, troubles: readonly Trouble[], publicUrl: string): Mail {
  const shown = troubles.slice(0, mostDevices);
  const companies = Map.groupBy(shown, ({ company }) => company.id);
  const more = troubles.length - shown.length;
  return {
    to,
    subject: subjectOf(troubles),
    body: [
      troubles.length === 1 ? 'A device needs a look:' : `${grouped(troubles.length)} devices need a look:`,
      ...[...companies.values()].map((group) => paragraphOf(group, publicUrl)),
      ...(more > 0 ? [`And ${counted(more, 'other')}: ${publicUrl}/devices`] : []),
      'You get this mail because you may manage the devices of these companies. It is sent once: what is wrong now is' +
        ` at ${publicUrl}/devices`,
    ].join('\n\n'),
  };
}

const shortly: Readonly<Record<string, string>> = {
  silent: 'silent',
  drifting: 'with a wrong clock',
  memory_full: 'nearly full',
  memory_cleared: 'with a cleared memory',
};

function subjectOf(troubles: readonly Trouble[]): string {
  const kinds = new Set(troubles.flatMap(({ claims }) => claims.map(({ kind }) => shortly[kind] ?? kind)));
  const what = [...kinds].join(', ');
  const [first] = troubles;
  return first && troubles.length === 1
    ? singleLine(`${first.controller.name} of ${first.company.name}: ${what}`)
    : `${grouped(troubles.length)} devices: ${what}`;
}

function paragraphOf(group: readonly Trouble[], publicUrl: string): string {
  const lines = group.flatMap(({ controller, claims }) => [
    singleLine(`${controller.name}${controller.location ? `, ${controller.location}` : ''}`),
    ...claims.map(({ sentence }) => `  ${sentence}`),
    `  ${publicUrl}/devices?controller=${controller.id}`,
  ]);
  return [singleLine(group[0]?.company.name ?? ''), ...lines].join('\n');
}
