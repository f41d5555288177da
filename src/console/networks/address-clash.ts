/** Two clients with overlapping addresses that send to the same port. */
export interface AddressOverlap {
  readonly address: string;
  readonly ssid: string | null;
  readonly secret: string;
  readonly other: {
    /** Null if it belongs to another organization. */
    readonly network: string | null;
    readonly address: string;
    readonly ssid: string | null;
    readonly secret: string;
  };
}

/**
 * Why RADIUS could not tell two clients apart; undefined if it can. The source address (and port) alone chooses the
 * secret, the most specific range first; the SSID then chooses the network. One address may therefore serve several
 * networks, even of several organizations, if their SSIDs differ and the secret is the same: knowing the secret proves
 * that an access point is shared. Ranges may contain one another only within an organization; otherwise one
 * organization would take another's packets.
 */
export function clashOf({ address, ssid, secret, other }: AddressOverlap): string | undefined {
  const isSame = address === other.address;
  if (other.network === null) {
    const isShared = isSame && ssid !== other.ssid && secret === other.secret;
    return isShared
      ? undefined
      : `The client address ${address} is in use elsewhere. An access point is shared by giving its one secret ` +
          'and an SSID of your own';
  }
  if (!isSame) return undefined;
  const named = ssid === null ? 'without SSID' : `with the SSID ${ssid}`;
  if (ssid === other.ssid)
    return `The client address ${address} ${named} belongs to the network ${other.network} already`;
  if (secret !== other.secret)
    return `The client address ${address} is shared with the network ${other.network}: both must have the same secret`;
  return undefined;
}
