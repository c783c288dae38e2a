// The rules of retention, one for each class of data, with a dry run before they are saved. A daily job removes what is
// older.

import { useState } from 'react';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { usePreview } from '../../../platform/hooks/usePreview.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import type { Option } from '../../../platform/ui/option.ts';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { UnsavedFormGuard } from '../../../platform/ui/overlays/UnsavedFormGuard.tsx';
import {
  type ChosenRule,
  dataClasses,
  type RetentionPreview,
  type RetentionRule,
  type RetentionRules,
} from '../../../shared/contract/privacy.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { moment } from '../../../shared/words/moment.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { CountedList } from '../CountedList.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';

export function Retention() {
  const rules = useResource('GET /privacy/rules', {});
  return (
    <Panel title="Retention">
      <ResourceView resource={rules} loading="Loading retention rules…" lines={8}>
        {(data) => (
          <div className={layout.stack4}>
            <p className={layout.muted}>
              A daily job removes what is older than its rule says, unless a legal hold protects it. What is removed
              cannot be brought back.
            </p>
            <LastRun run={data.last_run} />
            {/* The form starts again when the server's rules change. */}
            <RulesForm key={JSON.stringify(data.rules)} rules={data.rules} />
          </div>
        )}
      </ResourceView>
    </Panel>
  );
}

function LastRun({ run }: { run: RetentionRules['last_run'] }) {
  if (!run) return <p className={layout.muted}>The daily job has not run yet.</p>;
  if (!run.removed) return <p className={layout.muted}>The daily job last ran {moment(run.at)}.</p>;
  const removed = run.removed.map(({ what, rows }) => `${groupDigits(rows)} ${what}`).join(', ');
  return (
    <p className={layout.muted}>
      The daily job last ran {moment(run.at)} and removed {removed || 'nothing'}.
    </p>
  );
}

/** Edits the terms of all classes. They are saved only after showing what would be removed. */
function RulesForm({ rules }: { rules: readonly RetentionRule[] }) {
  const canCall = useCanCall();
  const maySave = canCall('PUT /privacy/rules');
  const [isShown, setShown] = useState<'dry run' | 'saving'>();
  const saving = useAction('PUT /privacy/rules', { whileOpen: () => setShown(undefined) });
  const form = useForm({
    initial: termsOf(rules),
    rules: {},
    // Show first what would be deleted; the dialog saves.
    send: async () => {
      setShown('saving');
      return { ok: false, fields: {} };
    },
    action: saving,
  });
  const chosen = chosenRules(form.values, termsOf(rules));
  return (
    <>
      <Form form={form} label="Retention rules">
        <UnsavedFormGuard dirty={form.dirty} busy={form.busy} />
        <FieldGrid>
          {rules.map(({ data_class, name, holds, advice, keep_months }) => (
            <SelectField
              key={data_class}
              name={data_class}
              label={name}
              hint={[holds, advice].filter(Boolean).join('. ')}
              lockedReason={maySave ? undefined : 'You need permission to manage privacy in every company'}
              options={termOptions(keep_months)}
            />
          ))}
        </FieldGrid>
        <div className={layout.wrap}>
          {canCall('POST /privacy/rules/preview') && (
            <Button onClick={() => setShown('dry run')}>Preview the Removal</Button>
          )}
          {maySave && (
            <Button kind="primary" type="submit" disabledReason={form.dirty ? undefined : 'Nothing was changed'}>
              Save Rules
            </Button>
          )}
        </div>
      </Form>
      {isShown && (
        <DryRunDialog
          rules={chosen}
          names={new Map(rules.map(({ data_class, name }) => [data_class, name]))}
          save={
            isShown === 'saving'
              ? { run: () => void saving.run({ body: { rules: chosen } }), busy: saving.busy, error: saving.error }
              : undefined
          }
          onClose={() => {
            saving.clear();
            setShown(undefined);
          }}
        />
      )}
    </>
  );
}

interface DryRunDialogProps {
  rules: readonly ChosenRule[];
  /** Names of the classes, by class. */
  names: ReadonlyMap<string, string>;
  /** Undefined if nothing is to be saved. */
  save?: { run(): void; busy: boolean; error: string | undefined };
  onClose(): void;
}

/** Shows what the daily job would remove by these rules if it ran now, before they are saved or just to know. */
function DryRunDialog({ rules, names, save, onClose }: DryRunDialogProps) {
  const preview = usePreview('POST /privacy/rules/preview', { body: { rules: [...rules] } });
  return (
    <Dialog
      title={save ? 'Save Retention Rules' : 'What Would Be Removed'}
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
      <div className={layout.stack4}>
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
    <section aria-label={name} className={layout.stack2}>
      <h3>
        {name}: {monthsInWords(keep_months)}
      </h3>
      {warning && <Banner tone="warning">{warning}.</Banner>}
      <p className={layout.muted}>
        {oldest
          ? `What is from before ${dateTitle(before)}; the oldest is of ${dateTitle(oldest)}.`
          : `Nothing is from before ${dateTitle(before)}.`}
      </p>
      <CountedList title="Goes" counted={goes} />
      <CountedList title="Stays, by legal holds" counted={held} />
    </section>
  );
}

type TermValues = Record<string, string>;

const usualMonths = [1, 3, 6, 12, 24, 36, 48, 60, 72, 84, 120];

/** '3 years', '18 months' */
function monthsInWords(months: number): string {
  const isYears = months % 12 === 0;
  const count = isYears ? months / 12 : months;
  return plural(count, isYears ? 'year' : 'month');
}

/** Includes the stored term, which may be an unusual one set through the API. */
function termOptions(stored: number | null): Option[] {
  const months = [...new Set([...usualMonths, ...(stored === null ? [] : [stored])])].sort((one, other) => one - other);
  return [
    { value: '', label: 'Forever' },
    ...months.map((count) => ({ value: String(count), label: monthsInWords(count) })),
  ];
}

const termsOf = (rules: readonly RetentionRule[]): TermValues =>
  Object.fromEntries(rules.map(({ data_class, keep_months }) => [data_class, String(keep_months ?? '')]));

/** Names only the changed rules: the others stay as they are, even if somebody else has changed them meanwhile. */
const chosenRules = (terms: TermValues, before: TermValues): ChosenRule[] =>
  dataClasses
    .filter((data_class) => terms[data_class] !== before[data_class])
    .map((data_class) => ({ data_class, keep_months: Number(terms[data_class]) || null }));
