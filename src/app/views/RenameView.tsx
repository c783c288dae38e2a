import { type SavedView, viewRules } from '../../shared/contract/views.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import type { ViewStore } from './viewStore.ts';

interface RenameViewProps {
  view: SavedView;
  store: ViewStore;
  onClose(): void;
}

export function RenameView({ view, store, onClose }: RenameViewProps) {
  const form = useForm({
    initial: { name: view.name },
    rules: { name: viewRules.name },
    action: store,
    async send({ name }) {
      const outcome = await store.change(view.id, { name: name.trim() });
      if (outcome.ok) onClose();
      return outcome;
    },
  });
  return (
    <FormDialog title="Rename View" size="small" form={form} submitLabel="Rename View" onClose={onClose}>
      <TextField name="name" label="Name" required />
    </FormDialog>
  );
}
