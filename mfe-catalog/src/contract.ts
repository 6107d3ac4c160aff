import '@shop/shared/remote';

// Everything that other teams' sources are checked against: it may import types only.
declare module '@shop/shared/remote' {
  interface WidgetProps {
    /** The product to show; closed without one. */
    QuickView: { readonly productId: string | null; readonly onClose: () => void };
  }
  interface SlotProps {
    /** At the end of a product's page. */
    'catalog.product-end': { readonly productId: string };
  }
}
