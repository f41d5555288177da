import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const voucherPresetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voucher-presets',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Voucher presets`,
    group: 'people',
    permission: 'vouchers:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'VoucherPresetsPage'),
});
