// The terms of all classes. They are saved only after it was shown what would go.

import { useState } from 'react';
import type { RetentionRule } from '../../../shared/contract/entities/privacy.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { DryRunDialog } from './DryRunDialog.tsx';
import { chosenRules, termOptions, termsOf } from './terms.ts';
import * as s from './Retention.module.css';

export function RulesForm({ rules }: { rules: readonly RetentionRule[] }) {
  const canCall = useCanCall();
  const maySave = canCall('PUT /privacy/rules');
  const [isShown, setShown] = useState<'dry run' | 'saving'>();
  const saving = useAction('PUT /privacy/rules', { after: () => setShown(undefined) });
  const form = useForm({
    initial: termsOf(rules),
    rules: {},
    // What would go is shown first; its dialog saves.
    send: async () => {
      setShown('saving');
      return { ok: false, fields: {} };
    },
    action: saving,
  });
  const chosen = chosenRules(form.values);
  return (
    <>
      <Form form={form} label="Retention rules">
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
        <div className={s.buttons}>
          {canCall('POST /privacy/rules/preview') && (
            <Button onClick={() => setShown('dry run')}>Show What Would Go</Button>
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
