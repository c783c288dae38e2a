import { Progress } from '../../../platform/ui/feedback/Progress.tsx';

export function ReadingFile({ name, part }: { name: string; part: number }) {
  return <Progress label={`Reading ${name}`} value={part} max={1} detail={`${Math.round(part * 100)} %`} />;
}
