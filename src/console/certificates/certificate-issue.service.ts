import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Settings } from '../../kernel/settings.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import { AuthoritiesService } from './authorities.service.js';
import { serialFrom, type Signer } from './authority.js';
import { type Certificate, type CertificatePurpose, usualValidityDays, validityFrom } from './certificate.js';
import { CertificatesRepository, type Holder, type Site } from './certificates.repository.js';
import { nextAnnouncement } from './expiry-announcements.js';
import type { CertificateRequest, IssuedCertificate, IssuedContainer } from './issue.js';
import { exportKey, type KeyPair, newKeys } from './key-kind.js';
import { pem } from './pem.js';
import type { x509 } from './x509.js';

/** Issues certificates from the organization's authorities. Refusals are Problems. */
@Injectable()
export class CertificateIssueService {
  constructor(
    private readonly database: Database,
    private readonly certificates: CertificatesRepository,
    private readonly authorityRows: AuthoritiesRepository,
    private readonly authorities: AuthoritiesService,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly ids: Ids,
  ) {}

  async issue(context: Context, input: CertificateRequest): Promise<IssuedCertificate> {
    const [{ readRequest }, { x509 }] = await Promise.all([import('./certificate-request.js'), import('./x509.js')]);
    const request = input.csr === undefined ? undefined : await readRequest(input.csr);
    const signer = await this.signerFor(context, input.purpose);
    const keys = request ? undefined : await newKeys(signer.authority.keyKind, 'leaf');
    const publicKey = request?.publicKey ?? (await x509.PublicKey.create(keys?.publicKey as unknown as CryptoKey));
    return this.database.transaction(context, async (inside) => {
      const holder = await this.holder(inside, input);
      const site = await this.site(inside, input);
      const purpose = input.purpose ?? 'client';
      const certificate = await this.signed(inside, signer, {
        ...input,
        purpose,
        holder,
        publicKey,
        commonName: commonNameOf(input, purpose, signer, request?.commonName, holder?.username ?? site?.name),
      });
      await this.certificates.insert(
        inside,
        certificate,
        nextAnnouncement(certificate.startsAt, certificate.expiresAt, certificate.createdAt),
      );
      return { certificate, container: keys && (await this.container(input, keys, certificate, signer)) };
    });
  }

  /**
   * Devices may know only the oldest trusted authority, so servers show that one's certificates. Servers learn at once
   * which authorities to accept.
   */
  private async signerFor(context: Context, purpose: CertificatePurpose = 'client'): Promise<Signer> {
    const signer = await this.authorities.signer(
      context,
      purpose === 'server' ? (await this.authorities.trusted(context))[0].id : undefined,
    );
    if (signer.authority.expiresAt > this.clock.instant()) return signer;
    throw new Problem(
      'conflict',
      `The certificate authority ended on ${signer.authority.expiresAt.slice(0, 10)}: make its successor with ` +
        'POST /certificates/authorities',
    );
  }

  private async signed(
    inside: Context,
    signer: Signer,
    input: CertificateRequest & SettledRequest,
  ): Promise<Certificate> {
    const createdAt = this.clock.instant();
    const validity = validityFrom(createdAt, input.validityDays ?? usualValidityDays, signer.authority.expiresAt);
    const serial = serialFrom(this.chance.bytes(16));
    // Profiles may already expect the authority's own name, so every server keeps it beside others.
    const dnsNames =
      input.purpose === 'server' ? [...new Set([...(input.dnsNames ?? []), signer.authority.serverName])] : [];
    const { leafCertificate } = await import('./leaf-certificate.js');
    const leaf = await leafCertificate(signer, {
      ...validity,
      purpose: input.purpose,
      commonName: input.commonName,
      publicKey: input.publicKey,
      serial,
      dnsNames,
      email: emailOf(input.holder),
      organizationName: await this.authorityRows.organizationName(inside),
      crlUrl: this.crlUrl(inside, signer.authority.id),
    });
    return {
      ...validity,
      serial,
      dnsNames,
      purpose: input.purpose,
      commonName: input.commonName,
      id: this.ids.next(),
      authorityId: signer.authority.id,
      subject: leaf.subject,
      certificate: pem('CERTIFICATE', leaf.rawData),
      userId: input.userId ?? null,
      deviceId: input.deviceId ?? null,
      networkClientId: input.networkClientId ?? null,
      revokedAt: null,
      revocationReason: null,
      revision: 1,
      createdAt,
      updatedAt: createdAt,
    };
  }

  private async container(
    input: CertificateRequest,
    keys: KeyPair,
    certificate: Certificate,
    signer: Signer,
  ): Promise<IssuedContainer> {
    const { pkcs12 } = await import('./pkcs12.js');
    const password = input.password ?? this.chance.text(20, readableAlphabet);
    const identity = {
      privateKey: await exportKey(keys.privateKey),
      certificate: new X509Certificate(certificate.certificate).raw,
      authority: Buffer.from(signer.certificate.rawData),
      name: certificate.commonName,
    };
    return { password, content: await pkcs12(identity, password, input.cipher ?? 'aes', this.chance) };
  }

  private async holder(inside: Context, { userId, deviceId }: CertificateRequest): Promise<Holder | undefined> {
    if (deviceId && !(await this.certificates.hasDevice(inside, deviceId)))
      throw Problem.invalidField('device_id', `there is no device ${deviceId}`);
    if (!userId) return undefined;
    const holder = await this.certificates.holder(inside, userId);
    if (!holder) throw Problem.invalidField('user_id', `there is no user ${userId}`);
    return holder;
  }

  private async site(inside: Context, { networkClientId }: CertificateRequest): Promise<Site | undefined> {
    if (!networkClientId) return undefined;
    const site = await this.certificates.site(inside, networkClientId);
    if (!site) throw Problem.invalidField('network_client_id', `no network has a client ${networkClientId}`);
    if (!site.isRadsec)
      throw Problem.invalidField(
        'network_client_id',
        `${site.name} is known by its address: set its radsec to 1 first`,
      );
    return site;
  }

  /** The Host header is only the caller's claim and must not enter a certificate. Only the configured address does. */
  private crlUrl({ organizationId }: Context, authorityId: string): string | null {
    return this.settings.baseUrl === null
      ? null
      : `${this.settings.baseUrl.replace(/\/+$/, '')}/certificates/crl/${organizationId}/${authorityId}`;
  }
}

interface SettledRequest {
  readonly purpose: CertificatePurpose;
  readonly commonName: string;
  readonly holder?: Holder;
  readonly publicKey: x509.PublicKey;
}

function commonNameOf(
  input: CertificateRequest,
  purpose: CertificatePurpose,
  signer: Signer,
  requested?: string,
  owner?: string,
): string {
  // Clients compare the DNS names. The common name is for people, and shorter.
  const servers =
    purpose === 'server'
      ? [[...(input.dnsNames ?? []), signer.authority.serverName].find((each) => each.length <= 64)]
      : [];
  const name = [input.commonName, ...servers, owner, requested].find(
    (each) => each !== undefined && each.trim() !== '',
  );
  if (name === undefined)
    throw Problem.invalidField(
      'common_name',
      'say who the certificate is for: common_name, user_id, or a request with a common name',
    );
  if ([...name].length > 64)
    throw Problem.invalidField('common_name', 'a common name has at most 64 characters: give a shorter one');
  return name;
}

const emailForm = /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9.-]{1,255}$/i;

function emailOf(holder: Holder | undefined): string | undefined {
  return [holder?.email, holder?.username].find(
    (each): each is string => typeof each === 'string' && emailForm.test(each),
  );
}
