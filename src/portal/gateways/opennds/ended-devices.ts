import { Injectable } from '@nestjs/common';
import type { RetiredAsker } from '../../../console/gateways/gateway.js';
import { GatewaysService } from '../../../console/gateways/gateways.service.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { macDigits, macWithColons } from '../../../kernel/mac-address.js';
import { sameSecret, sha256 } from '../../../kernel/secrets.js';
import { EndedDevicesRepository } from './ended-devices.repository.js';

type Asker = Pick<RetiredAsker, 'vendor' | 'words'>;

/** More devices than one openNDS lets in. */
const mostDevices = 2000;

/**
 * Tells an openNDS which devices have to go. It takes no calls from outside, so it asks
 * (deploy/opennds/usher-opennds.sh); what it missed while it was away comes with the next answer.
 */
@Injectable()
export class EndedDevices {
  constructor(
    private readonly gateways: GatewaysService,
    private readonly rows: EndedDevicesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * `macs`: a list with commas. `sum`: the SHA-256 of the list and the faskey of one of the portal's gateways, which
   * proves that the caller knows the key; undefined: it does not. Returns addresses in lower case with colons; of a
   * deleted gateway all devices.
   */
  async of(
    context: Context,
    portal: { readonly id: string; readonly networkId: string | null },
    macs: string,
    sum: string,
  ): Promise<string[] | undefined> {
    const isAsker = ({ vendor, words: { faskey } }: Asker) =>
      vendor === 'opennds' && !!faskey && sameSecret(sha256(macs + faskey).toString('hex'), sum.toLowerCase());
    const gateways = await this.gateways.ofPortal(context, portal);
    const isKnown = gateways.some(({ gateway: { vendor }, words }) => isAsker({ vendor, words }));
    const retired = isKnown ? undefined : (await this.gateways.retiredOfPortal(context, portal)).find(isAsker);
    if (!isKnown && !retired) return undefined;
    const digits = [...new Set(macs.split(',', mostDevices).flatMap((mac) => macDigits(mac) ?? []))];
    if (digits.length === 0) return [];
    const now = this.clock.instant();
    const ended = await (retired
      ? this.rows.stranded(context, portal.id, digits, retired.retiredAt, now)
      : this.rows.ended(context, portal.id, digits, now));
    return ended.map(macWithColons);
  }
}
