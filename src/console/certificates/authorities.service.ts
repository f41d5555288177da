import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Secrets } from '../../kernel/secrets.js';
import { Settings } from '../../kernel/settings.js';
import { AuthoritiesRepository, type SealedAuthority } from './authorities.repository.js';
import { type Authority, authorityYears, serialFrom, type Signer } from './authority.js';
import { daySeconds } from './certificate.js';
import { authorityAnnouncementDays, nextAnnouncement } from './expiry-announcements.js';
import { exportKey, importSigningKey, type KeyKind, newKeys, signing } from './key-kind.js';
import { pem } from './pem.js';

interface AuthorityOptions {
  readonly generation: number;
  /** A new one if absent. */
  readonly serverName?: string;
  /** The deployment's default if absent. */
  readonly keyKind?: KeyKind;
}

/**
 * Each organization's certificate authorities. The first one is made when it is needed; AuthoritySuccessionService
 * replaces one by the next.
 */
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

  /** The authority that issues. Any number of processes may be first to ask: all get the same. */
  async issuing(context: Context): Promise<Authority> {
    return this.sealed(context);
  }

  /**
   * The trusted authorities. Servers show the first one: the oldest, which every device knows, even one whose profile
   * is older than the successor. If none is trusted any more, it is the last one that issued.
   */
  async trusted(context: Context): Promise<readonly [Authority, ...Authority[]]> {
    const last = await this.sealed(context);
    const [first, ...others] = await this.authorities.trusted(context, this.clock.instant());
    return first ? [first, ...others] : [last];
  }

  /** An authority of the organization; undefined if there is none with this id. */
  async find(context: Context, id: string): Promise<Authority | undefined> {
    return this.authorities.find(context, id);
  }

  organizationName(context: Context): Promise<string> {
    return this.authorities.organizationName(context);
  }

  /** The authority with its private key, to sign something now. Never keep it. Without an id, the one that issues. */
  async signer(context: Context, id?: string): Promise<Signer> {
    const authority = id === undefined ? await this.sealed(context) : await this.authorities.find(context, id);
    if (!authority) throw new Error('The certificate authority is gone');
    const { x509 } = await import('./x509.js');
    const pkcs8 = this.secrets.open(authority.privateKeySealed, authorityKeyPlace(context, authority.id));
    return {
      authority,
      certificate: new x509.X509Certificate(authority.certificate),
      key: await importSigningKey(authority.keyKind, pkcs8),
    };
  }

  private async sealed(context: Context): Promise<SealedAuthority> {
    const known = await this.authorities.issuing(context);
    if (known) return known;
    await this.make(context, { generation: 1 });
    const made = await this.authorities.issuing(context);
    if (!made) throw new Error('The certificate authority that was just made is not there');
    return made;
  }

  /** Makes a new authority that issues, unless another process has made one meanwhile. */
  async make(
    context: Context,
    { generation, serverName, keyKind = this.settings.certificateKeys ?? 'ec' }: AuthorityOptions,
  ): Promise<string> {
    const id = this.ids.next();
    const createdAt = this.clock.instant();
    const startsAt = `${createdAt.slice(0, 19)}.000Z`;
    const expiresAt = laterBy(startsAt, authorityYears * 365 * daySeconds);
    const { authorityCertificate } = await import('./authority-certificate.js');
    const keys = await newKeys(keyKind, 'authority');
    const certificate = await authorityCertificate({
      ...keys,
      organizationName: await this.authorities.organizationName(context),
      generation,
      serial: serialFrom(this.chance.bytes(16)),
      startsAt: new Date(laterBy(startsAt, -300)),
      expiresAt: new Date(expiresAt),
      signingAlgorithm: signing[keyKind],
    });
    await this.authorities.insert(
      context,
      {
        id,
        keyKind,
        createdAt,
        expiresAt,
        supersededAt: null,
        retiredAt: null,
        revision: 1,
        subject: certificate.subject,
        certificate: pem('CERTIFICATE', certificate.rawData),
        // .internal is reserved for private names. The id makes it unique to this organization.
        serverName: serverName ?? `radius.${id.slice(-12)}.wifi.internal`,
        privateKeySealed: this.secrets.seal(await exportKey(keys.privateKey), authorityKeyPlace(context, id)),
      },
      nextAnnouncement(createdAt, expiresAt, createdAt, authorityAnnouncementDays),
    );
    return id;
  }
}

export function authorityKeyPlace({ organizationId }: Pick<Context, 'organizationId'>, authorityId: string): string {
  return `certificate-authority:${organizationId}:${authorityId}`;
}
