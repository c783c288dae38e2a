// Tells screen readers how many records a list has, again after each change of its filters.

import { groupDigits } from '../../shared/words/plural.ts';
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx';

/** `total` is undefined while unknown, or if announced elsewhere. */
export const FoundCount = ({ total }: { total: number | undefined }) => (
  <VisuallyHidden>
    <span role="status">{total !== undefined && `${groupDigits(total)} found`}</span>
  </VisuallyHidden>
);
