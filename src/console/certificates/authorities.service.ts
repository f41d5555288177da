import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Secrets } from '../../kernel/secrets.js';
import { Settings } from '../../kernel/settings.js';
import { AuthoritiesRepository, type SealedAuthority } from './authorities.repository.js';
import { type Authority, authorityCertificate, authorityYears, serialFrom, type Signer } from './authority.js';
import { daySeconds } from './certificate.js';
import { authorityAnnouncementDays, nextAnnouncement } from './expiry-announcements.js';
import { exportKey, importSigningKey, newKeys, signing } from './key-kind.js';
import { pem, x509 } from './x509.js';

/** Each organization's certificate authority, made when it is first needed. */
@Injectable()
export class AuthoritiesService {
  constructor(
    private readonly authorities: AuthoritiesRepository,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly ids: Ids,
  ) {}

  /** The organization's authority. Any number of processes may ask for it first: all get the same. */
  async current(context: Context): Promise<Authority> {
    return this.sealed(context);
  }

  organizationName(context: Context): Promise<string> {
    return this.authorities.organizationName(context);
  }

  /** The authority with its private key, to sign something now; never kept. */
  async signer(context: Context): Promise<Signer> {
    const authority = await this.sealed(context);
    const pkcs8 = this.secrets.open(authority.privateKeySealed, sealContext(context, authority.id));
    return {
      authority,
      certificate: new x509.X509Certificate(authority.certificate),
      key: await importSigningKey(authority.keyKind, pkcs8),
    };
  }

  private async sealed(context: Context): Promise<SealedAuthority> {
    const known = await this.authorities.find(context);
    if (known) return known;
    const fresh = await this.made(context);
    await this.authorities.insert(context, fresh, nextAnnouncement(fresh.createdAt, fresh.expiresAt, fresh.createdAt, authorityAnnouncementDays));
    const made = await this.authorities.find(context);
    if (!made) throw new Error('The certificate authority that was just made is not there');
    return made;
  }

  private async made(context: Context): Promise<SealedAuthority> {
    const keyKind = this.settings.certificateKeys ?? 'ec';
    const id = this.ids.next();
    const createdAt = this.clock.instant();
    const startsAt = `${createdAt.slice(0, 19)}.000Z`;
    const expiresAt = laterBy(startsAt, authorityYears * 365 * daySeconds);
    const keys = await newKeys(keyKind, 'authority');
    const certificate = await authorityCertificate({
      ...keys,
      organizationName: await this.authorities.organizationName(context),
      serial: serialFrom(this.chance.bytes(16)),
      startsAt: new Date(laterBy(startsAt, -300)),
      expiresAt: new Date(expiresAt),
      signingAlgorithm: signing[keyKind],
    });
    return {
      id, keyKind, createdAt, expiresAt,
      subject: certificate.subject,
      certificate: pem('CERTIFICATE', certificate.rawData),
      // .internal is reserved for names that are nobody's on the Internet; the id makes it this organization's.
      serverName: `radius.${id.slice(-12)}.wifi.internal`,
      privateKeySealed: this.secrets.seal(await exportKey(keys.privateKey), sealContext(context, id)),
    };
  }
}

function sealContext({ organizationId }: Context, authorityId: string): string {
  return `certificate-authority:${organizationId}:${authorityId}`;
}
