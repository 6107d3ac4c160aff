import { RemoteWidgetsContext } from '@shop/shared/state';
import { use, useEffect, type ComponentType } from 'react';
import type { SlotProps, WidgetProps } from './RemoteModule';
import { useRemoteWidget } from './useRemoteWidget';
import { WidgetBoundary } from './WidgetBoundary';

interface SlotFillProps {
  readonly remote: `mfe-${string}`;
  readonly widget: keyof WidgetProps;
  readonly slotProps: object;
}

/** A widget that does not load or that crashes leaves its place empty: nobody has asked for it. */
function SlotFill({ remote, widget, slotProps }: SlotFillProps) {
  const { Widget, load, boundary } = useRemoteWidget(remote, widget, undefined, () => undefined);
  useEffect(() => void load(), []); // eslint-disable-line react-hooks/exhaustive-deps -- once
  const Shown = Widget as ComponentType<object> | undefined; // remotes name only widgets that fit (`RemoteSlots`)
  return (
    Shown && (
      <WidgetBoundary key={boundary.key} onCrash={boundary.onCrash}>
        <Shown {...slotProps} />
      </WidgetBoundary>
    )
  );
}

/**
 * A place in a page for widgets of other remotes, which fill it with the `slots` of their `remote.ts`. They appear in
 * browsers only, after the page: place it where the content below may move.
 */
export function Slot<Name extends keyof SlotProps>({ name, ...slotProps }: { readonly name: Name } & SlotProps[Name]) {
  return Object.entries(use(RemoteWidgetsContext)?.fills ?? {}).map(([remote, { fills = {} }]) => {
    const widget = Object.hasOwn(fills, name) ? fills[name] : undefined;
    return (
      widget !== undefined && (
        <SlotFill
          key={remote}
          remote={remote as `mfe-${string}`} // keys of a composition are remotes
          widget={widget as keyof WidgetProps} // the registry refuses others
          slotProps={slotProps}
        />
      )
    );
  });
}
