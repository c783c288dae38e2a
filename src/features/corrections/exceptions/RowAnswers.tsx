// The answers to one exception: buttons, or a menu where there is no room for them.

import { useLocation } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Menu } from '../../../platform/ui/overlays/Menu.tsx';
import { answerLabels, answersTo, shortLabels, type AnswerName, type Drafts } from './answers.ts';
import { rowName, type ExceptionRow } from './exceptionRow.ts';
import * as s from './ExceptionsTable.module.css';

/** `name` is what its shortcut looks for. */
interface AnswerControl {
  name: AnswerName;
  label: string;
  short: string;
  onSelect(): void;
}

interface RowAnswersProps {
  row: ExceptionRow;
  onAnswer(drafts: Drafts, rows: readonly ExceptionRow[]): void;
}

export function RowAnswers({ row, onAnswer }: RowAnswersProps) {
  const [, navigate] = useLocation();
  const canCall = useCanCall();
  const mayTurn = hasFeature(useUser(), 'directions');
  const corrections = answersTo(row, mayTurn).map(
    ({ name, drafts }): AnswerControl => ({
      name,
      label: answerLabels[name],
      short: shortLabels[name],
      onSelect: () => onAnswer(drafts, [row]),
    }),
  );
  const form = addressOf(paths.employees, { add: 1, employee_id: row.employee_code, company_id: row.company.id });
  const label = 'Add Employee';
  const addEmployee: AnswerControl = { name: 'correct', label, short: label, onSelect: () => navigate(form) };
  const isUnknown = row.kind === 'unknown_person' && canCall('POST /employees');
  const answers = isUnknown && corrections.length > 0 ? [addEmployee, ...corrections] : corrections;
  if (answers.length === 0) return null;
  return (
    <>
      <div className={s.buttons}>
        {answers.map(({ name, label, short, onSelect }) => (
          <Button
            key={name}
            size="small"
            data-answer={name}
            aria-label={`${label}: ${rowName(row)}`}
            onClick={onSelect}
          >
            {short}
          </Button>
        ))}
      </div>
      <div className={s.menu}>
        <Menu size="small" label="Answer" aria-label={`Answer: ${rowName(row)}`} items={answers} />
      </div>
    </>
  );
}
