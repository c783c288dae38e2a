// A mistake in a screen stays in that screen: the shell lives on, and Retry draws the screen anew.

import { Component, type ReactNode } from 'react';
import { LoadFailed } from '../ui/LoadFailed.tsx';

interface State {
  failed: boolean;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <LoadFailed message="This screen could not be shown." onRetry={() => this.setState({ failed: false })} />
    );
  }
}
