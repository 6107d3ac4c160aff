import type { MailKind } from '@shop/contracts/mails';
import {
  writeEmailChangeCodeMail,
  writeEmailChangedMail,
  writeGoogleConnectedMail,
  writeGoogleDisconnectedMail,
  writeHasAccountMail,
  writeLoginCodeMail,
  writeNewDeviceMail,
  writePasswordChangedMail,
  writeRegisterCodeMail,
  writeResetCodeMail,
  writeWelcomeMail,
} from '../auth/authMails';
import {
  writeErasedMail,
  writeErasurePostponedMail,
  writeErasureStartedMail,
  writeErasureStoppedMail,
} from '../customers/erasureMails';
import {
  writeCancelMail,
  writeOrderMail,
  writePaidMail,
  writeProlongedMail,
  writeRefundMail,
  writeRefundedMail,
  writeShippedMail,
  writeUnpaidMail,
  type MailedOrder,
} from '../orders/orderMail';
import { writeReviewMail } from '../reviews/insertReviewMail';
import type { Letter, WordedContent } from './Letter';
import type { MailSender } from './writeMail';

const CODE = '123456';
const KEY = 'example';
const NAME = 'Ada';
const AT = new Date('2026-11-29T09:30:00Z');
const NUMBER = 'ORD-7K3M-22AB';

const buildOrder = ({ storefront, publicUrl }: MailSender): MailedOrder => ({
  number: NUMBER,
  status: 'on-hold',
  created_at: AT.toISOString(),
  currency: 'USD',
  lines: [
    {
      product_id: 'example',
      variant_id: null,
      sku: 'EXAMPLE',
      name: 'An example',
      image: `/icons/${storefront}-192.png`,
      unit_price: 64,
      quantity: 2,
      line_total: 128,
    },
  ],
  subtotal: 128,
  discount: 0,
  coupon_code: null,
  shipping: 0,
  total: 128,
  display_currency: 'USD',
  exchange_rate: 1,
  payment_method: 'bank',
  payment_instructions: `Transfer $128.00 within seven days.\nName the order ${NUMBER}.`,
  cancelable: true,
  payable: false,
  customerInput: { name: NAME, town: 'Portland', address: 'Ada Lovelace\n12 Analytical Row\nPortland, OR 97205' },
  isConfirmed: true,
  isGuest: false,
  url: new URL(`/checkout/order-received/${NUMBER}`, publicUrl).href,
});

type Write = (sender: MailSender, to: string) => Letter;

const aboutOrder =
  (write: (order: MailedOrder) => WordedContent): Write =>
  (sender, to) => ({ sender, to, content: write(buildOrder(sender)) });

const PARCEL = { carrier: 'UPS', tracking: '1Z999AA10123456784' };

/** A mail of each kind, as the shop writes it, about nobody. */
const EXAMPLES = {
  'order-received': aboutOrder(writeOrderMail),
  'order-received-paid': aboutOrder((order) => writePaidMail({ ...order, isConfirmed: false })),
  'order-paid': aboutOrder(writePaidMail),
  'order-prolonged': aboutOrder(writeProlongedMail),
  'order-shipped': aboutOrder((order) =>
    writeShippedMail({ ...order, payment_method: 'cash' }, { ...PARCEL, lines: null, isPart: false }),
  ),
  'order-part-shipped': aboutOrder((order) =>
    writeShippedMail(order, { ...PARCEL, lines: [{ position: 0, quantity: 1 }], isPart: true }),
  ),
  'order-canceled': aboutOrder((order) => writeCancelMail(order, true)),
  'order-unpaid': aboutOrder(writeUnpaidMail),
  'order-refunded': aboutOrder((order) => writeRefundedMail(order, order.total, order.currency)),
  'payment-returned': aboutOrder(writeRefundMail),
  'review-published': (sender, email) =>
    writeReviewMail(sender, { email, name: NAME, productId: 'example', productName: 'An example' }),
  welcome: (sender, to) => writeWelcomeMail(sender, to, NAME),
  'register-code': (sender, to) => writeRegisterCodeMail(sender, to, CODE),
  'login-code': (sender, to) => writeLoginCodeMail(sender, to, CODE, KEY),
  'reset-code': (sender, to) => writeResetCodeMail(sender, to, CODE, KEY),
  'email-code': (sender, to) => writeEmailChangeCodeMail(sender, to, CODE),
  'has-account': (sender, to) => writeHasAccountMail(sender, to, KEY),
  'password-changed': (sender, to) => writePasswordChangedMail(sender, to, 'connected'),
  'new-device': (sender, to) => writeNewDeviceMail(sender, to, 'Firefox on Windows', AT),
  'google-connected': writeGoogleConnectedMail,
  'google-disconnected': writeGoogleDisconnectedMail,
  'email-changed': writeEmailChangedMail,
  'erasure-started': (sender, to) => writeErasureStartedMail(sender, to, AT),
  'erasure-postponed': (sender, to) => writeErasurePostponedMail(sender, to, 'An order of yours is on its way.'),
  'erasure-stopped': writeErasureStoppedMail,
  erased: writeErasedMail,
} as const satisfies Record<MailKind, Write>;

/** Writes an example of a mail. Its codes and links open nothing. */
export const writeExample = (kind: MailKind, sender: MailSender, to: string): Letter => EXAMPLES[kind](sender, to);
