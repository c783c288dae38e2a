// An error in a screen stays in that screen, and Retry renders it again.

import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../../../../src/platform/ui/feedback/ErrorBoundary.tsx';
import { byRole, click, maybeByRole, render, text } from '../../../../support/console/render.tsx';

test('replaces a screen that throws by the reason and Retry, and keeps the rest of the page', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  function Screen() {
    if (isBroken) throw new Error('a mistake of ours');
    return <p>The screen</p>;
  }
  await render(
    <>
      <nav>The shell</nav>
      <ErrorBoundary>
        <Screen />
      </ErrorBoundary>
    </>,
  );
  expect(text()).toContain('The shell');
  expect(text(byRole('alert'))).toContain('This screen could not be shown.');
  expect(text()).not.toContain('a mistake of ours');

  isBroken = false;
  await click(byRole('button', 'Retry'));
  expect(text()).toContain('The screen');
  expect(maybeByRole('alert')).toBeUndefined();
  silent.mockRestore();
});
