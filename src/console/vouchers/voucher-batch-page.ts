import type { Hal } from '../../http/hal/hal.js';
import type { Instant } from '../../kernel/clock.js';
import { wholePage } from '../batch/whole-page.js';
import type { Voucher } from './voucher.js';
import { voucherDto } from './voucher.dto.js';

/** All vouchers of one call, on one page. */
export function voucherBatchPage(hal: Hal, vouchers: readonly Voucher[], now: Instant) {
  const records = vouchers.map((voucher) => ({
    ...voucherDto(voucher, now),
    _links: { self: { href: hal.href('vouchers', voucher.id) } },
  }));
  return wholePage(hal, 'vouchers', records, hal.href(`vouchers?filter[batch]=${vouchers[0].batchId}`));
}
