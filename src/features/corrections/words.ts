// What the dialogs call each kind of correction, for one and for many.

import type { CorrectionKind } from '../../shared/contract/corrections.ts';
import { plural } from '../../shared/words/plural.ts';

interface KindWords {
  title(count: number): string;
  submit(count: number): string;
  /** What it does, in a sentence. */
  explain: string;
}

const onlyIfMany = (count: number, noun: string) => (count === 1 ? '' : ` ${plural(count, noun)}`);

export const kindWords: Readonly<Record<CorrectionKind, KindWords>> = {
  add: {
    title: (count) => (count === 1 ? 'Add Event' : `Add ${plural(count, 'Event')}`),
    submit: (count) => (count === 1 ? 'Add Event' : `Add ${plural(count, 'Event')}`),
    explain: 'The event counts as if a controller had sent it, and is marked as added by hand.',
  },
  set_aside: {
    title: (count) => `Set Aside${onlyIfMany(count, 'Event')}`,
    submit: (count) => `Set Aside${onlyIfMany(count, 'Event')}`,
    explain: 'The event stays in the list and no longer counts. What the controller sent is not changed.',
  },
  as_is: {
    title: (count) => `Leave As It Is${count === 1 ? '' : `: ${plural(count, 'Exception')}`}`,
    submit: () => 'Leave As It Is',
    explain: 'Nothing changes, and the exception is answered.',
  },
  change_direction: {
    title: (count) => `Change Direction${onlyIfMany(count, 'Event')}`,
    submit: (count) => `Change Direction${onlyIfMany(count, 'Event')}`,
    explain: 'A check-in becomes a check-out, or the other way round. What the controller sent is kept, and set aside.',
  },
  undo: {
    title: (count) => (count === 1 ? 'Undo Correction' : `Undo ${plural(count, 'Correction')}`),
    submit: (count) => (count === 1 ? 'Undo Correction' : `Undo ${plural(count, 'Correction')}`),
    explain: 'The correction no longer counts. It stays in the list.',
  },
};

/** After saving: whether it counts already. */
export function savedMessage(count: number, waiting: number): string {
  if (waiting > 0)
    return `Saved. ${waiting === 1 ? 'It waits' : `${plural(waiting, 'correction')} wait`} for a second person.`;
  return count === 1 ? 'Correction saved successfully' : `${plural(count, 'correction')} saved successfully`;
}
