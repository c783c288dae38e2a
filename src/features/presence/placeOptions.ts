import type { PresenceSummary } from '../../shared/contract/presence.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import type { Option } from '../../platform/ui/option.ts';

/** Sites or departments with how many are in; the chosen one is among them even if nobody was seen there. */
export function placeOptions(places: PresenceSummary['sites'] = [], chosen: string): Option[] {
  const options = places.map(({ name, in: count }) => ({ value: name, label: `${name} (${groupDigits(count)} in)` }));
  if (!chosen || places.some(({ name }) => name === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}
