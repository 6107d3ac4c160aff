import { Component, type ReactNode } from 'react';

interface WidgetBoundaryProps {
  /** Called after a crash, to report it and to inform the shopper, who can open it again. */
  readonly onCrash: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Error boundary around a component of another bundle: a crash removes only that component. A new `key` retries. */
export class WidgetBoundary extends Component<WidgetBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
