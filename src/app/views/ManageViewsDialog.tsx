// All saved views of a person: rename, replace by what is on screen, put in order, share with a role, delete; and those
// that others share.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { LoadFailed } from '../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { ConfirmDelete } from '../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import { type SavedView, viewRules } from '../../shared/contract/views.ts';
import { findRoute } from '../shownRoutes.ts';
import { useViews } from './useViews.ts';
import { viewQuery } from './viewAddress.ts';
import type { ViewStore } from './viewStore.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './ManageViewsDialog.module.css';

export default function ManageViewsDialog({ onClose }: { onClose(): void }) {
  const store = useViews();
  const [question, setQuestion] = useState<{ view: SavedView; about: 'rename' | 'delete' }>();
  const close = () => setQuestion(undefined);
  return (
    <Dialog
      title="Saved views"
      onClose={onClose}
      footer={(requestClose) => <Button onClick={requestClose}>Close</Button>}
    >
      {store.error && !question && <Banner tone="bad">{store.error}</Banner>}
      <ViewList
        store={store}
        onRename={(view) => setQuestion({ view, about: 'rename' })}
        onDelete={(view) => setQuestion({ view, about: 'delete' })}
      />
      {question?.about === 'rename' && <RenameView view={question.view} store={store} onClose={close} />}
      {question?.about === 'delete' && (
        <ConfirmDelete
          noun="view"
          name={question.view.name}
          action={store}
          onConfirm={() => void store.remove(question.view.id).then(({ ok }) => ok && close())}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface ViewListProps {
  store: ViewStore;
  onRename(view: SavedView): void;
  onDelete(view: SavedView): void;
}

function ViewList({ store, onRename, onDelete }: ViewListProps) {
  const { loading, failed, reload, busy, place, change, share } = store;
  const roles = useResource('GET /roles', share ? { query: { per_page: 100 } } : null);
  const views = store.views.filter(({ owner }) => owner === undefined);
  const ofOthers = store.views.filter(({ owner }) => owner !== undefined);
  const user = useUser();
  const [path] = useLocation();
  const query = viewQuery(useRawSearch());
  if (failed) return <LoadFailed message={failed} onRetry={reload} busy={loading} />;
  const titleOf = ({ path: itsPath }: SavedView) => findRoute(itsPath, user)?.title ?? itsPath;
  if (loading && store.views.length === 0) return <LineSkeleton label="Loading saved views…" lines={3} />;
  if (store.views.length === 0) {
    return <EmptyState icon="filter" title="No saved views" hint="Set filters on a screen, then choose Save View" />;
  }

  function move(view: SavedView, by: number) {
    const ids = views.map(({ id }) => id).filter((id) => id !== view.id);
    ids.splice(views.indexOf(view) + by, 0, view.id);
    void place(ids);
  }

  return (
    <ol className={layout.list}>
      {views.map((view, index) => (
        <li key={view.id} className={`${layout.row} ${s.view}`}>
          <div className={s.text}>
            <LongText limit="title" className={s.name}>
              {view.name}
            </LongText>
            <span className={layout.hint}>
              {titleOf(view)}
              {view.shared_with && `, shared with ${view.shared_with.name}`}
            </span>
          </div>
          <Button
            size="small"
            kind="quiet"
            icon={<ActionIcon name="up" />}
            aria-label={`Move ${view.name} up`}
            disabledReason={index === 0 ? 'It is the first' : undefined}
            onClick={() => move(view, -1)}
          />
          <Button
            size="small"
            kind="quiet"
            icon={<ActionIcon name="down" />}
            aria-label={`Move ${view.name} down`}
            disabledReason={index === views.length - 1 ? 'It is the last' : undefined}
            onClick={() => move(view, 1)}
          />
          {view.path === path && view.query !== query && (
            <Button
              size="small"
              aria-label={`Replace ${view.name} by the present filters`}
              busy={busy}
              onClick={() => void change(view.id, { query })}
            >
              Replace
            </Button>
          )}
          <Button size="small" aria-label={`Rename ${view.name}`} onClick={() => onRename(view)}>
            Rename
          </Button>
          {share && (
            <Menu
              size="small"
              label="Share"
              aria-label={`Share ${view.name}`}
              items={[undefined, ...(roles.data?.data ?? [])].map((role) => ({
                label: role?.name ?? 'With Nobody',
                checked: role?.id === view.shared_with?.id,
                onSelect: () => void share(view.id, role?.id ?? null),
              }))}
            />
          )}
          <Button size="small" aria-label={`Delete ${view.name}`} onClick={() => onDelete(view)}>
            Delete
          </Button>
        </li>
      ))}
      {ofOthers.map((view) => (
        <li key={view.id} className={`${layout.row} ${s.view}`}>
          <div className={s.text}>
            <LongText limit="title" className={s.name}>
              {view.name}
            </LongText>
            <span className={layout.hint}>
              {titleOf(view)}, shared by {view.owner}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function RenameView({ view, store, onClose }: { view: SavedView; store: ViewStore; onClose(): void }) {
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
