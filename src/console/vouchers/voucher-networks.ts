/** A network that has a name, and a captive portal. */
export interface VoucherNetwork {
  readonly id: string;
  readonly ssid: string;
  /** Its portal asks for vouchers; null: it has no portal. */
  readonly takesVouchers: boolean | null;
  /** Those that the network and its portal give. */
  readonly groups: readonly string[];
}

/**
 * The Wi-Fi where a voucher of this group is typed. Null: it may be several, and a card with another house's Wi-Fi is
 * worse than one that names none.
 */
export function networkOf(groupId: string, networks: readonly VoucherNetwork[]): string | null {
  const taking = networks.filter(({ takesVouchers }) => takesVouchers);
  const possible = taking.length > 0 ? taking : networks;
  const own = possible.filter(({ groups }) => groups.includes(groupId));
  const names = new Set((own.length > 0 ? own : possible).map(({ ssid }) => ssid));
  return names.size === 1 ? [...names][0] : null;
}
