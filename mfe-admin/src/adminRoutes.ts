import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import type { RouteObject } from 'react-router-dom';
import { Frame } from './frame/Frame';
import { HomePage } from './frame/HomePage';

/** The door stands alone; everything else is inside the frame. */
export const adminRoutes: RouteObject[] = [
  createLazyRoute({
    id: 'admin.sign-in',
    path: 'admin/sign-in',
    chunk: 'admin-door',
    load: async () => (await import(/* webpackChunkName: "admin-door" */ './door/SignInPage')).SignInPage,
  }),
  createLazyRoute({
    id: 'admin.invite',
    path: 'admin/invite',
    chunk: 'admin-door',
    load: async () => (await import(/* webpackChunkName: "admin-door" */ './door/InvitePage')).InvitePage,
  }),
  {
    id: 'admin.frame',
    Component: Frame,
    children: [
      { id: 'admin.home', path: 'admin', Component: HomePage },
      createLazyRoute({
        id: 'admin.orders',
        path: 'admin/orders',
        chunk: 'admin-orders',
        load: async () => (await import(/* webpackChunkName: "admin-orders" */ './orders/list/OrdersPage')).OrdersPage,
      }),
      createLazyRoute({
        id: 'admin.order',
        path: 'admin/orders/:number',
        chunk: 'admin-order',
        load: async () => (await import(/* webpackChunkName: "admin-order" */ './orders/order/OrderPage')).OrderPage,
      }),
      createLazyRoute({
        id: 'admin.order-address',
        path: 'admin/orders/:number/address',
        chunk: 'admin-order-address',
        load: async () =>
          (await import(/* webpackChunkName: "admin-order-address" */ './orders/order/AddressPage')).AddressPage,
      }),
      createLazyRoute({
        id: 'admin.packing-slip',
        path: 'admin/orders/:number/packing-slip',
        chunk: 'admin-order-print',
        load: async () =>
          (await import(/* webpackChunkName: "admin-order-print" */ './orders/order/PrintPage')).PackingSlipPage,
      }),
      createLazyRoute({
        id: 'admin.receipt',
        path: 'admin/orders/:number/receipt',
        chunk: 'admin-order-print',
        load: async () =>
          (await import(/* webpackChunkName: "admin-order-print" */ './orders/order/PrintPage')).ReceiptPage,
      }),
      createLazyRoute({
        id: 'admin.customers',
        path: 'admin/customers',
        chunk: 'admin-customers',
        load: async () =>
          (await import(/* webpackChunkName: "admin-customers" */ './customers/CustomersPage')).CustomersPage,
      }),
      createLazyRoute({
        id: 'admin.customer',
        path: 'admin/customers/:id',
        chunk: 'admin-customers',
        load: async () =>
          (await import(/* webpackChunkName: "admin-customers" */ './customers/CustomerPage')).CustomerPage,
      }),
      createLazyRoute({
        id: 'admin.products',
        path: 'admin/products',
        chunk: 'admin-products',
        load: async () =>
          (await import(/* webpackChunkName: "admin-products" */ './products/list/ProductsPage')).ProductsPage,
      }),
      createLazyRoute({
        id: 'admin.categories',
        path: 'admin/categories',
        chunk: 'admin-groups',
        load: async () => (await import(/* webpackChunkName: "admin-groups" */ './groups/GroupsPage')).GroupsPage,
      }),
      createLazyRoute({
        id: 'admin.products-import',
        path: 'admin/products/import',
        chunk: 'admin-import',
        load: async () =>
          (await import(/* webpackChunkName: "admin-import" */ './products/import/ImportPage')).ImportPage,
      }),
      createLazyRoute({
        id: 'admin.product-new',
        path: 'admin/products/new',
        chunk: 'admin-product',
        load: async () =>
          (await import(/* webpackChunkName: "admin-product" */ './products/product/NewProductPage')).NewProductPage,
      }),
      createLazyRoute({
        id: 'admin.product',
        path: 'admin/products/:id',
        chunk: 'admin-product',
        load: async () =>
          (await import(/* webpackChunkName: "admin-product" */ './products/product/ProductPage')).ProductPage,
      }),
      createLazyRoute({
        id: 'admin.coupons',
        path: 'admin/coupons',
        chunk: 'admin-coupons',
        load: async () => (await import(/* webpackChunkName: "admin-coupons" */ './coupons/CouponsPage')).CouponsPage,
      }),
      createLazyRoute({
        id: 'admin.coupon-new',
        path: 'admin/coupons/new',
        chunk: 'admin-coupons',
        load: async () => (await import(/* webpackChunkName: "admin-coupons" */ './coupons/CouponPage')).NewCouponPage,
      }),
      createLazyRoute({
        id: 'admin.coupon',
        path: 'admin/coupons/code/:code',
        chunk: 'admin-coupons',
        load: async () => (await import(/* webpackChunkName: "admin-coupons" */ './coupons/CouponPage')).CouponPage,
      }),
      createLazyRoute({
        id: 'admin.delivery',
        path: 'admin/delivery',
        chunk: 'admin-delivery',
        load: async () =>
          (await import(/* webpackChunkName: "admin-delivery" */ './delivery/DeliveryPage')).DeliveryPage,
      }),
      createLazyRoute({
        id: 'admin.area-new',
        path: 'admin/delivery/new',
        chunk: 'admin-delivery',
        load: async () => (await import(/* webpackChunkName: "admin-delivery" */ './delivery/AreaPage')).NewAreaPage,
      }),
      createLazyRoute({
        id: 'admin.area',
        path: 'admin/delivery/areas/:id',
        chunk: 'admin-delivery',
        load: async () => (await import(/* webpackChunkName: "admin-delivery" */ './delivery/AreaPage')).AreaPage,
      }),
      createLazyRoute({
        id: 'admin.reviews',
        path: 'admin/reviews',
        chunk: 'admin-reviews',
        load: async () => (await import(/* webpackChunkName: "admin-reviews" */ './reviews/ReviewsPage')).ReviewsPage,
      }),
      createLazyRoute({
        id: 'admin.content',
        path: 'admin/content',
        chunk: 'admin-content',
        load: async () => (await import(/* webpackChunkName: "admin-content" */ './content/ContentPage')).ContentPage,
      }),
      createLazyRoute({
        id: 'admin.posts',
        path: 'admin/content/:store/posts',
        chunk: 'admin-content',
        load: async () => (await import(/* webpackChunkName: "admin-content" */ './content/PostsPage')).PostsPage,
      }),
      createLazyRoute({
        id: 'admin.document',
        path: 'admin/content/:store/:key',
        chunk: 'admin-document',
        load: async () =>
          (await import(/* webpackChunkName: "admin-document" */ './content/DocumentPage')).DocumentPage,
      }),
      createLazyRoute({
        id: 'admin.settings',
        path: 'admin/settings',
        chunk: 'admin-settings',
        load: async () =>
          (await import(/* webpackChunkName: "admin-settings" */ './settings/SettingsPage')).SettingsPage,
      }),
      createLazyRoute({
        id: 'admin.staff',
        path: 'admin/staff',
        chunk: 'admin-staff',
        load: async () => (await import(/* webpackChunkName: "admin-staff" */ './staff/StaffPage')).StaffPage,
      }),
      createLazyRoute({
        id: 'admin.audit',
        path: 'admin/audit',
        chunk: 'admin-audit',
        load: async () => (await import(/* webpackChunkName: "admin-audit" */ './audit/AuditPage')).AuditPage,
      }),
      createLazyRoute({
        id: 'admin.account',
        path: 'admin/account',
        chunk: 'admin-staff',
        load: async () => (await import(/* webpackChunkName: "admin-staff" */ './staff/AccountPage')).AccountPage,
      }),
    ],
  },
];
