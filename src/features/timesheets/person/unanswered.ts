import type { SheetDay } from '../../../shared/contract/timesheets.ts';

/** The exceptions of a day that nobody said are as they are. */
export const unansweredOf = ({ exceptions }: SheetDay): SheetDay['exceptions'] =>
  exceptions.filter(({ answered_by }) => answered_by === null);
