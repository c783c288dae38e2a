// What the daily job would remove by these rules if it ran now; before they are saved, or just to know.

import type { ChosenRule, RetentionPreview } from '../../../shared/contract/privacy.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { useRehearsal } from '../../../platform/hooks/useRehearsal.ts';
import { CountedList } from '../CountedList.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { monthsInWords } from './terms.ts';
import * as s from './Retention.module.css';

interface DryRunDialogProps {
  rules: readonly ChosenRule[];
  /** By class. */
  names: ReadonlyMap<string, string>;
  /** Undefined where nothing is to be saved. */
  save?: { run(): void; busy: boolean; error: string | undefined };
  onClose(): void;
}

export function DryRunDialog({ rules, names, save, onClose }: DryRunDialogProps) {
  const preview = useRehearsal('POST /privacy/rules/preview', { body: { rules: [...rules] } });
  return (
    <Dialog
      title={save ? 'Save Retention Rules' : 'What Would Go'}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{save ? 'Cancel' : 'Close'}</Button>
          {save && preview.status === 'ready' && (
            <Button kind={removesAny(preview.result) ? 'danger' : 'primary'} busy={save.busy} onClick={save.run}>
              Save Rules
            </Button>
          )}
        </>
      }
    >
      <div className={s.parts}>
        {save?.error && <Banner tone="bad">{save.error}</Banner>}
        {preview.status === 'loading' && <Spinner label="Counting what would go…" />}
        {preview.status === 'failed' && <LoadFailed message={preview.message} onRetry={preview.retry} />}
        {preview.status === 'ready' && (
          <>
            <p role="status">
              {removesAny(preview.result)
                ? 'By these rules, the next run of the daily job removes for good:'
                : 'By these rules, the next run of the daily job removes nothing.'}
            </p>
            {preview.result.classes.map((each) => (
              <ClassPreview key={each.data_class} name={names.get(each.data_class) ?? each.data_class} {...each} />
            ))}
          </>
        )}
      </div>
    </Dialog>
  );
}

const removesAny = ({ classes }: RetentionPreview) => classes.some(({ goes }) => goes.length > 0);

type Previewed = RetentionPreview['classes'][number];

function ClassPreview({ name, keep_months, before, oldest, goes, held, warning }: Previewed & { name: string }) {
  if (keep_months === null) return null;
  return (
    <section aria-label={name} className={s.ofClass}>
      <h3>
        {name}: {monthsInWords(keep_months)}
      </h3>
      {warning && <Banner tone="warning">{warning}.</Banner>}
      <p className={s.muted}>
        {oldest
          ? `What is from before ${before}; the oldest is of ${formatDay(oldest)}.`
          : `Nothing is from before ${before}.`}
      </p>
      <CountedList title="Goes" counted={goes} />
      <CountedList title="Stays, by legal holds" counted={held} />
    </section>
  );
}
