import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { noneInWords } from './filterWords.ts';
import type { Filters } from './list.ts';

interface NoExceptionsProps {
  filters: Filters;
  onAllKinds(): void;
}

export function NoExceptions({ filters, onAllKinds }: NoExceptionsProps) {
  const { kind, company_id, employee_id } = filters;
  const isNarrow = company_id !== '' || employee_id !== '';
  return (
    <EmptyState
      icon="check"
      title={noneInWords(filters)}
      hint={
        kind
          ? `No exception of the kind “${exceptionName(kind)}”`
          : isNarrow && `Of the ${employee_id ? 'person' : 'company'} chosen above`
      }
      action={kind && <Button onClick={onAllKinds}>Show All Kinds</Button>}
    />
  );
}
