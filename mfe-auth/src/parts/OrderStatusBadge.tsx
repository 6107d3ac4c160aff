import { Ban, Clock, Package, Truck, type LucideIcon } from 'lucide-react';
import type { OrderStatus } from '@shop/contracts';
import { Badge } from '@shop/shared/design-system/Badge';
import { Icon } from '@shop/shared/design-system/Icon';

const STATUSES = {
  'on-hold': { label: 'Waiting for payment', tone: 'warn', icon: Clock },
  'pending-payment': { label: 'Waiting for payment', tone: 'warn', icon: Clock },
  processing: { label: 'In preparation', tone: 'info', icon: Package },
  shipped: { label: 'On its way', tone: 'info', icon: Truck },
  canceled: { label: 'Canceled', tone: 'off', icon: Ban },
} as const satisfies Record<OrderStatus, { label: string; tone: 'warn' | 'info' | 'off'; icon: LucideIcon }>;

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  const { label, tone, icon } = STATUSES[status];
  return (
    <Badge tone={tone}>
      <Icon icon={icon} />
      {label}
    </Badge>
  );
}
