import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const voucherBatchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voucher-batches',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Vouchers`,
    group: 'people',
    permission: 'vouchers:read',
    key: 'v',
  },
  component: lazyRouteComponent(() => import('./page'), 'VoucherBatchesPage'),
});
