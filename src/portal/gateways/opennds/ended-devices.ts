import { Injectable } from '@nestjs/common';
import { GatewaysService } from '../../../console/gateways/gateways.service.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { macDigits, macWithColons } from '../../../kernel/mac-address.js';
import { sameSecret, sha256 } from '../../../kernel/secrets.js';
import { EndedDevicesRepository } from './ended-devices.repository.js';

/** More than one openNDS lets in. */
const mostDevices = 2000;

/**
 * Tells an openNDS which of the devices that are in have to go. It takes no call from outside, so it asks: what was
 * missed while it was away is told at the next question (deploy/opennds/usher-opennds.sh).
 */
@Injectable()
export class EndedDevices {
  constructor(
    private readonly gateways: GatewaysService,
    private readonly rows: EndedDevicesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * With colons, lower case. `macs` is a list with commas; `sum` proves that whoever asks knows the faskey of one of
   * the portal's gateways: the SHA-256 of the list and the key. Undefined: it does not.
   */
  async of(
    context: Context,
    portal: { readonly id: string; readonly networkId: string | null },
    macs: string,
    sum: string,
  ): Promise<string[] | undefined> {
    const gateways = await this.gateways.ofPortal(context, portal);
    const isKnown = gateways.some(
      ({ gateway: { vendor }, words: { faskey } }) =>
        vendor === 'opennds' && faskey && sameSecret(sha256(macs + faskey).toString('hex'), sum.toLowerCase()),
    );
    if (!isKnown) return undefined;
    const digits = macs.split(',', mostDevices).flatMap((mac) => macDigits(mac) ?? []);
    if (digits.length === 0) return [];
    const ended = await this.rows.ended(context, portal.id, [...new Set(digits)], this.clock.instant());
    return ended.map(macWithColons);
  }
}
