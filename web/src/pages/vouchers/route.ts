import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const vouchersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vouchers',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Voucher codes`, group: 'people', permission: 'vouchers:read' },
  component: lazyRouteComponent(() => import('./page'), 'VouchersPage'),
});
