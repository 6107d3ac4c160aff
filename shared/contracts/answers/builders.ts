import type { Address } from '../addresses';
import type { StaffLine, StaffOrder } from '../admin/orders';
import { PRODUCT_FIELDS, type ProductTexts, type StaffProduct } from '../admin/product';
import type { User } from '../auth';
import type { Brand } from '../brands';
import type { PricedCart, PricedLine } from '../cart';
import type { Coupon } from '../coupons';
import { computeDiscountCents } from '../computeDiscountCents';
import type { Category } from '../categories';
import type { Order } from '../orders';
import type { Post } from '../posts';
import type { Product, ProductDetail, ProductPage } from '../products';
import type { ReviewPage } from '../reviews';
import type { TopProduct } from '../topProducts';

export const aProduct = (overrides: Partial<Product> = {}): Product => ({
  id: 'ring-halo',
  store: 'jewellery-store',
  sku: 'OR-R-0142',
  name: 'Halo Diamond Ring',
  price: 320,
  originalPrice: null,
  offer: 0,
  image: '/media/jewellery/ring-halo-1.abcd1234-640.webp',
  hoverImage: null,
  sellerName: 'Oriel Atelier',
  rating: 4.8,
  reviewCount: 126,
  stock: 5,
  description: 'A ring',
  category: 'rings',
  categoryName: 'Rings',
  brand: 'gold-masters',
  brandName: 'Gold Masters',
  material: 'gold',
  stone: 'diamond',
  color: 'white',
  popular: false,
  priceFrom: false,
  unit: null,
  ...overrides,
});

export const aProductDetail = (overrides: Partial<ProductDetail> = {}): ProductDetail => ({
  ...aProduct(),
  images: [{ url: '/media/jewellery/ring-halo-1.abcd1234-640.webp', alt: 'A ring', width: 1200, height: 1200 }],
  shortDescription: 'A round brilliant.',
  description: 'First line.\nSecond line.',
  features: ['Low set'],
  specifications: [],
  variants: [],
  variantLabel: '',
  storeFeatures: {},
  reviews: [],
  ratingCounts: [0, 1, 4, 20, 101],
  relatedProducts: [],
  ...overrides,
});

export const aProductPage = (items: Product[], overrides: Partial<ProductPage> = {}): ProductPage => ({
  items,
  total: items.length,
  totalRelation: 'exact',
  page: 1,
  pageSize: 12,
  next: null,
  facets: {
    category: [
      { value: 'rings', label: 'Rings', count: 2 },
      { value: 'earrings', label: 'Earrings', count: 1 },
    ],
    brand: [],
    material: [{ value: 'gold', label: 'Gold', count: 2 }],
    stone: [],
    color: [],
    rating: [
      { value: '4', label: '4 and up', count: 1 },
      { value: '3', label: '3 and up', count: 2 },
    ],
    offers: 1,
    price: { min: 67.5, max: 320 },
  },
  ...overrides,
});

export const aReviewPage = (overrides: Partial<ReviewPage> = {}): ReviewPage => ({
  items: [{ userName: 'Amelia R.', rating: 5, comment: 'Better than the pictures.', date: '2026-10-02T00:00:00Z' }],
  total: 1,
  page: 1,
  pageSize: 5,
  rating: 4.8,
  reviewCount: 126,
  ratingCounts: [0, 1, 4, 20, 101],
  ...overrides,
});

export const aTopProduct = (overrides: Partial<TopProduct> = {}): TopProduct => ({
  id: 'ring-halo',
  name: 'Halo Diamond Ring',
  discounted_price: 320,
  image_url: '',
  rating: 4.8,
  reviews_count: 126,
  is_featured: false,
  original_price: null,
  offer: 0,
  category: 'rings',
  category_name: 'Rings',
  hover_image_url: null,
  sku: 'OR-R-0142',
  seller_name: 'Oriel Atelier',
  stock: 5,
  popular: false,
  price_from: false,
  unit: null,
  ...overrides,
});

export const aPost = (overrides: Partial<Post> = {}): Post => ({
  id: 'keeping-gold-bright',
  time: '2026-11-03',
  category: 'Care',
  title: 'Keeping gold bright',
  description: 'Warm water, a soft brush.',
  readMore: 'Read more',
  image: '',
  imageAlt: 'Rings',
  ...overrides,
});

const aPricedLine: PricedLine = {
  product_id: 'ring-halo',
  variant_id: null,
  name: 'Halo Diamond Ring',
  image: '',
  category: 'Rings',
  rating: 4.8,
  unit_price: 320,
  quantity: 1,
  available: 5,
};
/** A priced cart; each line overrides fields of one ring. */
export const aPricedCart = (lines: readonly Partial<PricedLine>[], coupon: Coupon | null = null): PricedCart => {
  const priced = lines.map((line) => ({ ...aPricedLine, ...line }));
  const cents = priced.reduce((sum, { unit_price: price, quantity }) => sum + Math.round(price * 100) * quantity, 0);
  const off = coupon
    ? computeDiscountCents(
        coupon,
        priced.map((line) => ({ ...line, productId: line.product_id, priceCents: Math.round(line.unit_price * 100) })),
      )
    : 0;
  return { lines: priced, coupon, subtotal: cents / 100, discount: off / 100, total: (cents - off) / 100 };
};

export const aCategory = (overrides: Partial<Category> = {}): Category => ({
  name: 'Rings',
  image: '',
  slug: 'rings',
  ...overrides,
});
export const aBrand = (overrides: Partial<Brand> = {}): Brand => ({
  id: 1,
  slug: 'gold-masters',
  name: 'Gold Masters',
  logo: '',
  ...overrides,
});

export const anOrder = (overrides: Partial<Order> = {}): Order => ({
  number: 'ORD-7K3F-9Q2M',
  status: 'on-hold',
  created_at: '2026-11-21T12:00:00Z',
  currency: 'USD',
  lines: [
    {
      product_id: 'ring-halo',
      variant_id: null,
      sku: 'OR-R-0142',
      name: 'Halo Diamond Ring',
      image: '',
      unit_price: 320,
      quantity: 1,
      line_total: 320,
    },
  ],
  subtotal: 320,
  discount: 0,
  coupon_code: null,
  display_currency: 'USD',
  exchange_rate: 1,
  payable: false,
  shipping: 0,
  total: 320,
  payment_method: 'bank',
  payment_instructions: 'Please transfer the total.',
  billing: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: '',
    country: 'US',
    streetAddress: '12 Analytical Row',
    apartment: '',
    townCity: 'New York',
    state: 'NY',
    zipCode: '10001',
    phone: '+1 212 555 0100',
    email: 'ada@example.com',
    orderNotes: '',
  },
  shipping_address: null,
  cancelable: true,
  ...overrides,
});

export const aStaffLine = (overrides: Partial<StaffLine> = {}): StaffLine => {
  const [line] = anOrder().lines;
  const { quantity = 1, unit_price: price = 320 } = overrides;
  return {
    ...(line as StaffLine), // the fields that are added follow
    line_total: price * quantity,
    to_send: quantity,
    sent: 0,
    refunded: 0,
    refundable_cents: Array.from({ length: quantity }, (_, index) => Math.round(price * 100) * (index + 1)),
    made_to_order: false,
    ...overrides,
  };
};

/** A paid order of a guest, of which nothing is sent. */
export const aStaffOrder = ({
  order: orderOverrides,
  lines = [aStaffLine()],
  ...overrides
}: Partial<Omit<StaffOrder, 'order'>> & { readonly order?: Partial<Order> } = {}): StaffOrder => {
  const subtotal = lines.reduce((sum, line) => sum + line.line_total, 0);
  const order = anOrder({
    status: 'processing',
    payment_method: 'global',
    lines,
    subtotal,
    total: subtotal - (orderOverrides?.discount ?? 0),
    ...orderOverrides,
  });
  return {
    order,
    store: 'jewellery-store',
    lines,
    shipments: [],
    payments: [
      {
        id: 'pay-1',
        provider: 'sandbox',
        status: 'paid',
        amount: order.total,
        currency: 'USD',
        at: '2026-11-21T12:01:00Z',
        reference: 'pi_3QK9d2',
        dispute: null,
      },
    ],
    refunds: [],
    money: { received: order.total, refunded: 0, kept: order.total },
    account: null,
    slot: null,
    held_until: null,
    address_version: 0,
    late: false,
    actions: ['ship', 'cancel', 'refund', 'changeAddress'],
    timeline: [],
    ...overrides,
  };
};

/** A ring in three sizes, of which nobody has changed anything yet. */
export const aStaffProduct = ({
  fields,
  ...overrides
}: Partial<Omit<StaffProduct, 'fields'>> & { readonly fields?: Partial<ProductTexts> } = {}): StaffProduct => ({
  id: 'ring-halo',
  store: 'jewellery-store',
  version: 3,
  fields: {
    // Object.fromEntries does not infer the keys.
    ...(Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, ''])) as ProductTexts),
    name: 'Halo Diamond Ring',
    sku: 'OR-R-0142',
    status: 'published',
    category: 'rings',
    brand: 'gold-masters',
    seller: 'Oriel Atelier',
    price: '320.00',
    popular: 'false',
    featured_rank: '4',
    images: '/media/ring-1-640.webp | 1200x1200 | A ring\n/media/ring-2-640.webp | 1200x1200 | The ring on a hand',
    short_description: 'A ring of light.',
    description: 'A diamond in a halo of smaller ones.',
    material: 'gold',
    variant_label: 'Ring size',
    variants: ['52', '54', '56'].map((size) => `${size} | ${size} mm | OR-R-0142-${size} | 320.00 | 0`).join('\n'),
    ...fields,
  },
  stock: ['52', '54', '56'].map((size, index) => ({ variant_id: size, stock: 4 - index, held: index })),
  created_at: '2026-11-01T12:00:00.000Z',
  changed_at: '2026-11-21T12:00:00.000Z',
  link: 'https://shop.example/products/ring-halo',
  deletable: false,
  timeline: [],
  ...overrides,
});

export const aUser = (overrides: Partial<User> = {}): User => ({
  id: 'account-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '',
  is_verified: true,
  ...overrides,
});

export const anAddress = (overrides: Partial<Address> = {}): Address => ({
  id: 'address-1',
  label: 'Home',
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: '',
  country: 'US',
  streetAddress: '12 Analytical Row',
  apartment: '',
  townCity: 'New York',
  state: 'NY',
  zipCode: '10001',
  phone: '+1 212 555 0100',
  default_billing: true,
  default_shipping: false,
  ...overrides,
});
