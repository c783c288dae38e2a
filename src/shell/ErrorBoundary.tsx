// A mistake in a screen stays in that screen: the shell lives on, and Retry draws the screen anew.

import { Component, type ReactNode } from 'react';
import { ScreenUnavailable } from '../routes.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';

interface State {
  error: unknown;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof ScreenUnavailable) {
      // Browsers remember a module that failed to load, and an old page cannot find a new version's files.
      return <LoadFailed message={error.message} onRetry={() => location.reload()} />;
    }
    return <LoadFailed message="This screen could not be shown." onRetry={() => this.setState({ error: undefined })} />;
  }
}
