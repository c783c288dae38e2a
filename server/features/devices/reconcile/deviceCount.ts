// What the device itself says about a day, beside what came: its count, or the numbers that it gives to its events.

import { plural } from '../../../../src/shared/words/plural.ts';
import type { Asked, AskedCount, Said } from './askedCount.ts';
import { countAt, type LossGroup, single, unnamed } from './lossGroups.ts';
import { type NumberGap, sizeOf } from './numberGaps.ts';
import type { ReceivedCounts } from './receivedCounts.ts';
import type { Reached } from './shownStages.ts';

export interface DeviceCount extends Reached {
  readonly losses: readonly LossGroup[];
  /** How what came differs, besides losses. */
  readonly received: Pick<Reached, 'note' | 'remarks'>;
}

/** The device's count is believed before its numbers: some devices number events that they do not send. */
export const deviceCount = (
  { said, ...asked }: AskedCount,
  received: ReceivedCounts,
  gaps: readonly NumberGap[],
  clock: (instant: string) => string,
): DeviceCount => (said ? bySaidCount(said, asked, received, gaps, clock) : byNumbers(asked, received, gaps));

type Asking = Omit<AskedCount, 'said'>;

function byNumbers({ asked, canResend }: Asking, received: ReceivedCounts, gaps: readonly NumberGap[]): DeviceCount {
  const losses = gapLosses(gaps, canResend);
  const count = received.of('compared') + countAt(losses, 'received');
  if (count === 0) return { count: null, note: notKnown[asked], losses, received: {} };
  return {
    count,
    note: `The device's own numbers of its events say so. ${notKnown[asked]}`.trim(),
    losses,
    received: { remarks: [{ by: received.of('elsewhere'), what: 'came without a number of the device' }] },
  };
}

function bySaidCount(
  { count, at }: Said,
  { asked, askedAt, canResend }: Asking,
  received: ReceivedCounts,
  gaps: readonly NumberGap[],
  clock: (instant: string) => string,
): DeviceCount {
  const compared = received.of('compared');
  const missing = Math.max(0, count - compared);
  const inGaps = gaps.reduce((sum, gap) => sum + sizeOf(gap), 0);
  const fits = inGaps <= missing;
  const unnumbered = fits ? missing - inGaps : missing;
  const again = asked === 'waiting' ? ` It was asked again at ${clock(askedAt)}.` : '';
  return {
    count,
    note: `The device said so at ${clock(at)}.${again}`,
    losses: [
      ...(fits ? gapLosses(gaps, canResend) : []),
      ...(unnumbered > 0 ? [missingLoss(unnumbered, count, fits && inGaps > 0, canResend)] : []),
    ],
    received: {
      note: fits ? '' : `The device's own numbers skip ${inGaps}, but by its count only ${missing} are missing.`,
      remarks: [
        { by: received.of('later'), what: 'came after the device said its count' },
        { by: received.of('elsewhere'), what: 'came from elsewhere than this device' },
        { by: Math.max(0, compared - count), what: 'came that the device no longer holds' },
      ],
    },
  };
}

const notKnown: Readonly<Record<Asked, string>> = {
  no: 'The device was not asked for its count yet.',
  waiting: 'The device was asked for its count and did not answer yet.',
  answered: '',
  not_supported: 'The device was asked for its count and did not understand.',
  cannot: 'No count can be asked of it.',
};

function missingLoss(count: number, said: number, isBesideGaps: boolean, canResend: boolean): LossGroup {
  const never = `${plural(count, isBesideGaps ? 'more event' : 'event')} never came`;
  return single({
    stage: 'received',
    reason: 'missing',
    sentence: `The device says that it holds ${plural(said, 'event')} of this day: ${never}`,
    count,
    action: actionIf(canResend),
  });
}

function gapLosses(gaps: readonly NumberGap[], canResend: boolean): LossGroup[] {
  if (gaps.length === 0) return [];
  return [
    {
      stage: 'received',
      reason: 'number_gap',
      noun: 'event',
      size: gaps.length,
      count: gaps.reduce((sum, gap) => sum + sizeOf(gap), 0),
      first: async (limit) =>
        gaps.slice(0, limit).map((gap) => ({
          ...unnamed,
          stage: 'received',
          reason: 'number_gap',
          sentence: sentenceOf(gap),
          count: sizeOf(gap),
          local_time: gap.localTime,
          action: actionIf(canResend),
        })),
    },
  ];
}

const sentenceOf = ({ from, to }: NumberGap) =>
  from === to
    ? `The event with the number ${from} never came`
    : `The events with the numbers ${from} to ${to} never came`;

const actionIf = (canResend: boolean) => (canResend ? 'resend' : null);
