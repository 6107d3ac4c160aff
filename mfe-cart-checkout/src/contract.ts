import '@shop/shared/remote';

// Everything that other teams' sources are checked against: it may import types only.
declare module '@shop/shared/remote' {
  interface WidgetProps {
    CartDrawer: { readonly open: boolean; readonly onClose: () => void };
  }
}
