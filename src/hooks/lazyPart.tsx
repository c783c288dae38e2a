// Parts of a screen that nobody needs at its first sight: their code comes afterwards, before they are asked for.

import { Suspense, use, useEffect, type ComponentType, type ReactNode } from 'react';
import { loadOnce } from '../boot/loadOnce.ts';
import { loadStyles } from '../boot/stylesheets.ts';
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx';

type Part<P> = ((props: P) => ReactNode) & { load(): Promise<ComponentType<P>> };

/** `what` begins the sentence that says that it could not be loaded. */
export function lazyPart<P extends object>(what: string, importPart: () => Promise<ComponentType<P>>): Part<P> {
  const load = loadOnce(what, async () => (await Promise.all([importPart(), loadStyles()]))[0]);
  function Fetched(props: P) {
    const Component = use(load());
    return <Component {...props} />;
  }
  const part = (props: P) => (
    <ErrorBoundary>
      <Suspense>
        <Fetched {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(part, { load });
}

/** Fetches the parts once the screen shows what it is for. */
export function usePreloadWhen(isShown: boolean, parts: readonly { load(): Promise<unknown> }[]): void {
  useEffect(() => {
    if (!isShown) return;
    // Where it fails, whoever asks for the part is told.
    const timer = setTimeout(() => parts.forEach((part) => void part.load().catch(() => undefined)), 200);
    return () => clearTimeout(timer);
  }, [isShown, parts]);
}
