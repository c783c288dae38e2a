// The rules by which what a device sends is read.

import { deviceRulesRules, type DeviceSetup, type StoredDeviceRules } from '../../../shared/contract/devices.ts';
import { EditNotes } from '../../../platform/lists/edits/EditNotes.tsx';
import { useEdit } from '../../../platform/lists/edits/useEdit.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { MappingFields } from './MappingFields.tsx';
import { RulesFields } from './RulesFields.tsx';
import { mappingOf, rulesOf, valuesOf } from './rulesForm.ts';
import { TryMapping } from './TryMapping.tsx';

interface RulesDialogProps {
  controllerId: number;
  setup: DeviceSetup;
  rules: StoredDeviceRules;
  onSaved(): void;
  onClose(): void;
}

export function RulesDialog({ controllerId, setup, rules, onSaved, onClose }: RulesDialogProps) {
  const edit = useEdit('PUT /access-controllers/{id}/device', {
    record: rules,
    valuesOf,
    args: (values, version) => ({ id: controllerId, body: { ...rulesOf(values, rules), version } }),
    read: async (api) =>
      (await api('GET /access-controllers/{id}/device', { id: controllerId })).data.rules ?? undefined,
    after: onSaved,
  });
  const form = useForm({
    initial: valuesOf(rules),
    rules: deviceRulesRules,
    send: edit.send,
    action: edit,
  });
  return (
    <FormDialog
      title={`Rules - ${setup.controller.name}`}
      submitLabel="Save Rules"
      size="large"
      form={form}
      onClose={onClose}
    >
      <EditNotes meeting={edit.meeting} form={form} />
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
