export { networkOf } from '@shop/observability/networkOf';
