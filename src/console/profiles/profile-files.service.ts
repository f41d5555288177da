import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { permits } from '../../http/access/permits.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { AuthoritiesService } from '../certificates/authorities.service.js';
import { certificateStatus } from '../certificates/certificate.js';
import { CertificateIssueService } from '../certificates/certificate-issue.service.js';
import { CertificatesService } from '../certificates/certificates.service.js';
import type { Pkcs12Cipher } from '../certificates/pkcs12.js';
import { eapConfig } from './eap-config.js';
import { passpoint } from './passpoint.js';
import { ProfileSigner } from './profile-signer.js';
import { authorityParts, type DeviceIdentity, type Enrollment, fileNameOf, type ProfileFile } from './enrollment.js';
import { openNetworkConfiguration } from './onc.js';
import type { Platform, Profile } from './profile.js';
import { ProfilesRepository } from './profiles.repository.js';
import { wlanProfile } from './wlan-profile.js';

/** A profile as files: the one to open, and those to install before it. */
export interface GeneratedFiles {
  readonly main: ProfileFile;
  readonly attached: readonly ProfileFile[];
  readonly password?: string;
  /** The certificate in the files, if there is one. */
  readonly certificateId: string | null;
}

/** Container format for each platform's importer; Android's asks for no password. */
const containers: Record<
  Platform,
  { readonly cipher: Pkcs12Cipher; readonly password?: string; readonly isInside: boolean }
> = {
  ios: { cipher: 'legacy', isInside: true },
  macos: { cipher: 'legacy', isInside: true },
  android: { cipher: 'legacy', password: '', isInside: true },
  windows: { cipher: 'aes', isInside: false },
  chromeos: { cipher: 'aes', isInside: false },
};

/**
 * Makes files from profiles. Each contains the organization's authorities and server names, so that devices ask nobody
 * whom to trust.
 */
@Injectable()
export class ProfileFilesService {
  constructor(
    private readonly authorities: AuthoritiesService,
    private readonly issuing: CertificateIssueService,
    private readonly certificates: CertificatesService,
    private readonly repository: ProfilesRepository,
    private readonly signer: ProfileSigner,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Inside a transaction, since it may issue a certificate. */
  async generate(inside: Context, profile: Profile, validityDays?: number): Promise<GeneratedFiles> {
    const trusted = await this.authorities.trusted(inside);
    const issued = await this.identityOf(inside, profile, validityDays);
    const enrollment: Enrollment = {
      profile,
      organizationName: await this.authorities.organizationName(inside),
      authorities: trusted.map(({ certificate }) => new X509Certificate(certificate).raw),
      username: issued.username,
      identity: issued.identity,
      idOf: (part) => this.ids.derived('profile', profile.id, part),
    };
    return {
      main: await this.mainFile(enrollment),
      attached: attachedFiles(enrollment),
      password: issued.identity?.password || undefined,
      certificateId: issued.certificateId,
    };
  }

  /** Checks that the file may contain the named user and certificate. */
  async requirePersons(inside: Context, profile: Profile): Promise<void> {
    if (profile.userId !== null) await this.username(inside, profile.userId);
    else if (profile.certificateId !== null) await this.held(inside, profile, profile.certificateId);
  }

  private async mainFile(enrollment: Enrollment): Promise<ProfileFile> {
    const { platform } = enrollment.profile;
    if (platform === 'windows') return wlanProfile(enrollment);
    if (platform === 'chromeos') return openNetworkConfiguration(enrollment);
    if (platform === 'android')
      return enrollment.identity ? passpoint({ ...enrollment, identity: enrollment.identity }) : eapConfig(enrollment);
    const { mobileconfig } = await import('./mobileconfig.js');
    const file = mobileconfig(enrollment);
    return { ...file, content: await this.signer.signed(file.content) };
  }

  private async identityOf(inside: Context, profile: Profile, validityDays?: number): Promise<Issued> {
    const { userId, certificateId, eapType } = profile;
    if (userId !== null) {
      const username = await this.username(inside, userId);
      return eapType === 'EAP-TLS'
        ? this.issued(inside, profile, { userId, username, validityDays })
        : { username, certificateId: null };
    }
    return certificateId === null ? { certificateId: null } : this.held(inside, profile, certificateId);
  }

  private async username(inside: Context, userId: string): Promise<string> {
    const username = await this.repository.username(inside, userId);
    if (username === undefined) throw Problem.invalidField('user_id', `there is no user ${userId}`);
    return username;
  }

  private async issued(
    inside: Context,
    { platform }: Profile,
    holder: { userId: string; username: string; validityDays?: number },
  ): Promise<Issued> {
    if (!permits(inside.actor, 'certificates:write')) {
      throw new Problem(
        'forbidden',
        'The API key lacks the permission certificates:write, which a profile with a new certificate needs',
      );
    }
    const { cipher, password } = containers[platform];
    const { certificate, container } = await this.issuing.issue(inside, {
      userId: holder.userId,
      validityDays: holder.validityDays,
      cipher,
      password,
    });
    if (!container) throw new Error('A certificate without a request comes in a container');
    return {
      username: holder.username,
      certificateId: certificate.id,
      identity: {
        container: container.content,
        password: container.password,
        certificate: new X509Certificate(certificate.certificate).raw,
      },
    };
  }

  /** A certificate that the device already holds: its key left this service when it was issued. */
  private async held(inside: Context, { platform }: Profile, certificateId: string): Promise<Issued> {
    const certificate = await this.certificates.find(inside, certificateId);
    if (!certificate) throw Problem.invalidField('certificate_id', `there is no certificate ${certificateId}`);
    const status = certificateStatus(certificate, this.clock.instant());
    if (status !== 'valid')
      throw Problem.invalidField('certificate_id', `the certificate is ${status}: give a valid one`);
    if (certificate.purpose !== 'client')
      throw Problem.invalidField('certificate_id', "the certificate is a server's: give a client's");
    if (containers[platform].isInside) {
      throw Problem.invalidField(
        'certificate_id',
        `a file for ${platform} holds the certificate's key, which is not kept here: give user_id, and a ` +
          'certificate is issued into the file',
      );
    }
    return { username: certificate.commonName, certificateId };
  }
}

interface Issued {
  readonly username?: string;
  readonly identity?: DeviceIdentity;
  readonly certificateId: string | null;
}

/** Windows and ChromeOS take certificates separately from the profile. */
function attachedFiles(enrollment: Enrollment): ProfileFile[] {
  const {
    profile: { platform },
    identity,
  } = enrollment;
  if (containers[platform].isInside) return [];
  const files =
    platform === 'windows'
      ? authorityParts(enrollment).map(({ part, certificate }): ProfileFile => ({
          fileName: fileNameOf(enrollment, `${part.replace('authority', 'ca')}.cer`),
          mediaType: 'application/pkix-cert',
          content: certificate,
        }))
      : [];
  if (identity)
    files.push({
      fileName: fileNameOf(enrollment, 'p12'),
      mediaType: 'application/x-pkcs12',
      content: identity.container,
    });
  return files;
}
