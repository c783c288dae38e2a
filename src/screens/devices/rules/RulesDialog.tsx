// The rules by which what a device sends is read.

import { deviceRulesRules } from '../../../contract/deviceRulesRules.ts';
import type { DeviceRules, DeviceSetup } from '../../../contract/entities/devices.ts';
import { useAction } from '../../../hooks/useAction.ts';
import { useForm } from '../../../hooks/useForm.ts';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { MappingFields } from './MappingFields.tsx';
import { RulesFields } from './RulesFields.tsx';
import { mappingOf, rulesOf, valuesOf } from './rulesForm.ts';
import { TryMapping } from './TryMapping.tsx';

interface RulesDialogProps {
  controllerId: number;
  setup: DeviceSetup;
  rules: DeviceRules;
  onSaved(): void;
  onClose(): void;
}

export function RulesDialog({ controllerId, setup, rules, onSaved, onClose }: RulesDialogProps) {
  const saving = useAction('PUT /access-controllers/{id}/device', { after: onSaved });
  const form = useForm({
    initial: valuesOf(rules),
    rules: deviceRulesRules,
    send: (values) => saving.run({ id: controllerId, body: rulesOf(values, rules) }),
    action: saving,
  });
  return (
    <FormDialog
      title={`Rules - ${setup.controller.name}`}
      submitLabel="Save Rules"
      size="large"
      form={form}
      onClose={onClose}
    >
      {rules.kind === 'json' && (
        <>
          <MappingFields />
          <TryMapping controllerId={controllerId} mapping={mappingOf(form.values)} />
        </>
      )}
      <RulesFields setup={setup} kind={rules.kind} />
    </FormDialog>
  );
}
