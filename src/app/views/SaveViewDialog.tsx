// Dialog that names the current address of a screen. If the screen already has a view with that name, it is replaced.

import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useUser } from '../../platform/session/session.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { viewRules } from '../../shared/contract/views.ts';
import { findRoute } from '../shownRoutes.ts';
import { useViews, type ViewStore, viewQuery } from './useViews.ts';

export default function SaveViewDialog({ onClose }: { onClose(): void }) {
  const store = useViews();
  // Taken names are unknown until the views have loaded.
  const [isReady, setReady] = useState(!store.loading);
  if (!isReady && !store.loading) setReady(true);
  return isReady && <SaveViewForm store={store} onClose={onClose} />;
}

function SaveViewForm({ store, onClose }: { store: ViewStore; onClose(): void }) {
  const user = useUser();
  const [path] = useLocation();
  const query = viewQuery(useRawSearch());
  const { views, add, change, busy, error } = store;
  const ofScreen = views.filter((view) => view.path === path && view.owner === undefined);
  const same = ofScreen.find((view) => view.query === query);

  const form = useForm({
    initial: { name: '' },
    rules: { name: viewRules.name },
    action: { busy, error },
    async send({ name }) {
      const replaced = named(name);
      const outcome = await (replaced ? change(replaced.id, { query }) : add({ name: name.trim(), path, query }));
      if (outcome.ok) onClose();
      return outcome;
    },
  });
  const named = (name: string) => ofScreen.find((view) => view.name === name.trim());
  const replaced = named(form.values.name);
  return (
    <FormDialog
      title="Save View"
      size="small"
      form={form}
      submitLabel={replaced ? 'Replace View' : 'Save View'}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint={
          replaced
            ? 'A view of this screen has this name. It gets the present filters.'
            : same
              ? `These filters are saved already, as “${same.name}”.`
              : `${findRoute(path, user)?.title ?? 'The screen'} with its present filters.`
        }
        required
      />
    </FormDialog>
  );
}
