import { Component, type ReactNode } from 'react';
import { reportError } from '../rum/reportError';

interface WidgetBoundaryProps {
  /** What it showed is gone; the shopper is told, and may open it again. */
  readonly onCrash: () => void;
  readonly children: ReactNode;
}

/** Around a component of another bundle: when it breaks, it goes, and the page stays. A new `key` tries again. */
export class WidgetBoundary extends Component<WidgetBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onCrash();
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
