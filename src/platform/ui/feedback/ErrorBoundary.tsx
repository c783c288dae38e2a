// Confines an error to one part of the page. The rest keeps working, and Retry renders the part again.

import { Component, type ReactNode } from 'react';
import { Banner } from './Banner.tsx';

interface State {
  error: unknown;
}

interface ErrorBoundaryProps {
  /** Heading of the message, if the page has no other. */
  heading?: ReactNode;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { heading, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    // Browsers remember a module that failed to load, and an old page cannot find a new version's files.
    const isUnavailable = error instanceof Error && error.name === 'CodeLoadError';
    const retry = () => (isUnavailable ? location.reload() : this.setState({ error: undefined }));
    return (
      <>
        {heading}
        <Banner tone="bad" onRetry={retry}>
          {isUnavailable ? error.message : 'This screen could not be shown.'}
        </Banner>
      </>
    );
  }
}
