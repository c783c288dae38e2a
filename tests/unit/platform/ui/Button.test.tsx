// A busy or disabled button ignores clicks and submits nothing, but stays in the tab order.

import { expect, test } from 'vitest';
import { Button } from '../../../../src/platform/ui/Button.tsx';
import { Pager } from '../../../../src/platform/ui/data/Pager.tsx';
import { byRole, click, maybeByRole, render } from '../../../support/console/render.tsx';

test('a busy button ignores clicks, is announced as busy and can be focused', async () => {
  const clicks: string[] = [];
  await render(
    <Button busy onClick={() => clicks.push('busy')}>
      Save
    </Button>,
  );
  const button = byRole('button', 'Save');
  await click(button);
  expect(clicks).toEqual([]);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
});

test('a submit button sends the form unless it is busy', async () => {
  const sent: string[] = [];
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(busy ? 'busy' : 'free');
      }}
    >
      <Button type="submit" busy={busy}>
        {busy ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
  await render(
    <>
      {form(true)}
      {form(false)}
    </>,
  );
  await click(byRole('button', 'Saving'));
  await click(byRole('button', 'Save'));
  expect(sent).toEqual(['free']);
});

test('a disabled button is described by its reason', async () => {
  const clicks: string[] = [];
  await render(
    <Button disabledReason="System roles cannot be deleted" onClick={() => clicks.push('refused')}>
      Delete
    </Button>,
  );
  const button = byRole('button', 'Delete');
  await click(button);
  expect(clicks).toEqual([]);
  expect(button.getAttribute('aria-description')).toBe('System roles cannot be deleted');
});

test('a button in a form submits only if its type is submit', async () => {
  await render(<Button>Cancel</Button>);
  expect(byRole('button', 'Cancel').getAttribute('type')).toBe('button');
});

test('paging stops at both ends and is hidden for one page', async () => {
  const asked: number[] = [];
  const pager = (page: number, lastPage: number) => (
    <Pager page={page} lastPage={lastPage} onPage={(wanted) => asked.push(wanted)} />
  );
  const first = await render(pager(1, 2));
  await click(byRole('button', 'Previous', first));
  await click(byRole('button', 'Next', first));
  expect(asked).toEqual([2]);
  expect(first.textContent).toContain('Page 1 of 2');

  const last = await render(pager(2, 2));
  await click(byRole('button', 'Next', last));
  await click(byRole('button', 'Previous', last));
  expect(asked).toEqual([2, 1]);

  const only = await render(pager(1, 1));
  expect(maybeByRole('navigation', 'Pagination', only)).toBeUndefined();
});
