// A correction in words, with names in any script.

import { expect, test } from 'vitest';
import { visualOrder } from '../../../../src/platform/export/pdf/text/bidi.ts';
import { correction } from '../../../../src/shared/contract/corrections.ts';
import { correctionText } from '../../../../src/shared/words/correctionText.ts';
import { formatTime } from '../../../../src/shared/words/time.ts';

const at = '2026-11-22 10:00:00';
const refused = correction({
  id: 1,
  company: { id: 1, name: 'Seaport' },
  employee: null,
  employee_code: 'A-1',
  day: '2026-11-22',
  kind: 'set_aside',
  event_type: 'check-in',
  timestamp: at,
  record_id: 7,
  exception: '',
  undoes: null,
  reason: 'She was away',
  state: 'refused',
  author: 'דוד לוי',
  author_id: 1,
  created_at: at,
  decided_by: 'שרה',
  decided_at: at,
  decision_reason: 'Nobody told her',
  hr: '',
});

test('a name from right to left leaves the words and the time around it in order', () => {
  expect(visualOrder(correctionText.author(refused))).toBe(`יול דוד, ${formatTime(at)}`);
  expect(visualOrder(correctionText.decision(refused))).toBe(`Refused by הרש, ${formatTime(at)}: Nobody told her`);
});
