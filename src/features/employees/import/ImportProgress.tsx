import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';

interface ImportProgressProps {
  stopping: boolean;
  done: number;
  failed: number;
  total: number;
}

export function ImportProgress({ stopping, done, failed, total }: ImportProgressProps) {
  const texts = [`${groupDigits(done)} of ${groupDigits(total)} employees`];
  if (failed > 0) texts.push(`${groupDigits(failed)} failed`);
  return (
    <Progress
      label={stopping ? 'Finishing the rows under way' : 'Importing'}
      value={done + failed}
      max={Math.max(1, total)}
      detail={texts.join(', ')}
    />
  );
}
