// What became of the events so far when somebody got an ID or a code, or lost one.

import { count, type Decoded, list, object, text } from '../decode.ts';

export const pastEvents = object({
  /** They got their person, or have none any more. */
  changed: count,
  /** They stay as they are, since they decide about days of closed months. */
  stayed: count,
  /** 'YYYY-MM', the oldest first. */
  closed_months: list(text),
});
export type PastEvents = Decoded<typeof pastEvents>;
