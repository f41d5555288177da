import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { AuditTrail } from '../../console/audit-trail/audit-trail.js';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { CaptivePortalsService } from '../../console/captive-portals/captive-portals.service.js';
import { Database, statement } from '../../database/database.js';
import { permits } from '../../http/access/permits.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { wifiCode } from '../../kernel/wifi-code.js';
import { DeliveryPlaces } from '../../provisioning/deliver/send/delivery-places.js';
import { offeredBy } from '../pages/frame.js';
import { VisitedPortals } from '../visit/visited-portals.js';
import type { SignLayout } from './sign-layout.js';
import { signTexts } from './sign-texts.js';

/** The content of a code: how to join the network, or the address of the page. */
export const codeContents = ['wifi', 'address'] as const;
export type CodeContent = (typeof codeContents)[number];

const pngWidth = 800;

const ssidOf = statement(
  'portal_sign_ssid',
  `select ssid from networks where organization_id = $1 and id = $2 and coalesce(ssid, '') <> ''`,
);

interface Place {
  readonly house: string;
  readonly ssid: string | null;
  /** Null: no code can join the network. */
  readonly wifi: string | null;
}

/** Signs that show guests the way to a portal. */
@Injectable()
export class PortalSigns {
  constructor(
    private readonly portals: CaptivePortalsService,
    private readonly visited: VisitedPortals,
    private readonly places: DeliveryPlaces,
    private readonly trail: AuditTrail,
    private readonly database: Database,
  ) {}

  /** @param base scheme and host under which browsers reach us */
  async pdf(context: Context, id: string, layout: SignLayout, base: string): Promise<Readable> {
    const portal = await this.portals.read(context, id);
    const { house, ssid, wifi } = await this.placeOf(context, portal);
    const address = addressOf(portal, base);
    const logo = portal.logo === null ? undefined : await this.visited.picture(context, portal, portal.logo);
    await this.trail.record(
      context,
      { action: 'download', resource: 'captive-portals', resourceId: id, label: portal.name },
      { layout },
    );
    // The drawing library is loaded at the first print.
    const { portalSign } = await import('./portal-sign.js');
    const texts = offeredBy(portal).map((language) => signTexts[language]);
    return portalSign(
      {
        house,
        logo,
        ssid,
        code: wifi ?? address,
        address: address.replace(/^https?:\/\//, ''),
        texts,
      },
      layout,
    );
  }

  /** @throws Problem conflict if no code can say how to join the network */
  async code(context: Context, id: string, of: CodeContent | undefined, base: string): Promise<string> {
    const portal = await this.portals.read(context, id);
    if (of === 'address') return addressOf(portal, base);
    const { wifi } = await this.placeOf(context, portal);
    if (wifi === null && of === 'wifi')
      throw new Problem('conflict', 'No code can say how to join: the network of the portal needs an ssid');
    return wifi ?? addressOf(portal, base);
  }

  async svg(text: string): Promise<string> {
    const { default: QRCode } = await import('qrcode');
    return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M' });
  }

  async png(text: string): Promise<Buffer> {
    const { default: QRCode } = await import('qrcode');
    return QRCode.toBuffer(text, { width: pngWidth, errorCorrectionLevel: 'M' });
  }

  /** Only callers who may change the portal get the network's passphrase. */
  private async placeOf(context: Context, { networkId }: Pick<CaptivePortal, 'networkId'>): Promise<Place> {
    const place = await this.places.of(context, { connectionId: null, opener: null });
    const own =
      networkId === null
        ? undefined
        : await this.database.one<{ ssid: string }>(context, ssidOf, [context.organizationId, networkId]);
    const ssid = own?.ssid ?? null;
    if (ssid === null) return { house: place.name, ssid, wifi: null };
    const mayTell = permits(context.actor, 'captive-portals:write');
    const known = ssid === place.ssid ? place : { security: 'open' as const, passphrase: undefined };
    const passphrase = mayTell ? known.passphrase : undefined;
    const wifi = wifiCode({ ssid, security: known.security, passphrase }, { username: null, password: null });
    return { house: place.name, ssid, wifi };
  }
}

function addressOf({ slug }: Pick<CaptivePortal, 'slug'>, base: string): string {
  return `${base}/p/${slug}`;
}
