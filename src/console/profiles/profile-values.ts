import { type FieldProblem, Problem } from '../../kernel/errors.js';
import type { ProfileChangeDto, ProfileInputDto } from './profile.dto.js';
import { coversServers, type EapType, type ProfileValues } from './profile.js';

const usualAnonymous = 'anonymous';

/** What a new profile says; `serverName` is the organization's own. */
export function newValues(input: ProfileInputDto, serverName: string): ProfileValues {
  const isTunnel = input.eap_type !== 'EAP-TLS';
  return checked({
    name: input.name ?? input.ssid,
    ssid: input.ssid,
    eapType: input.eap_type,
    platform: input.platform,
    innerMethod: input.inner_method ?? (input.eap_type === 'EAP-TTLS' ? 'PAP' : null),
    serverNames: input.server_names ?? [serverName],
    anonymousIdentity:
      input.anonymous_identity === undefined ? (isTunnel ? usualAnonymous : null) : input.anonymous_identity,
    hidden: input.hidden ?? false,
    domain: input.domain ?? null,
    userId: input.user_id?.toLowerCase() ?? null,
    certificateId: input.certificate_id?.toLowerCase() ?? null,
  });
}

/** What it says after a change; fields that are absent stay as they are. */
export function changedValues(before: ProfileValues, change: ProfileChangeDto): ProfileValues {
  const eapType = change.eap_type ?? before.eapType;
  // What only the former method knew goes with it.
  const innerMethod = eapType === before.eapType ? before.innerMethod : eapType === 'EAP-TTLS' ? 'PAP' : null;
  return checked({
    name: change.name ?? before.name,
    ssid: change.ssid ?? before.ssid,
    eapType,
    platform: change.platform ?? before.platform,
    innerMethod: change.inner_method === undefined ? innerMethod : change.inner_method,
    serverNames: change.server_names ?? before.serverNames,
    anonymousIdentity: change.anonymous_identity === undefined ? before.anonymousIdentity : change.anonymous_identity,
    hidden: change.hidden ?? before.hidden,
    domain: change.domain === undefined ? before.domain : change.domain,
    ...whose(eapType, before, change),
  });
}

/** A new user replaces a certificate, and the other way round; password methods take no certificate. */
function whose(
  eapType: EapType,
  before: ProfileValues,
  { user_id: user, certificate_id: certificate }: ProfileChangeDto,
): Pick<ProfileValues, 'userId' | 'certificateId'> {
  const keptUser = certificate ? null : before.userId;
  const keptCertificate = user || eapType !== 'EAP-TLS' ? null : before.certificateId;
  return {
    userId: (user === undefined ? keptUser : user)?.toLowerCase() ?? null,
    certificateId: (certificate === undefined ? keptCertificate : certificate)?.toLowerCase() ?? null,
  };
}

/** Throws `invalid` for what cannot be together. */
function checked(values: ProfileValues): ProfileValues {
  const problems = [...contradictions(values)];
  if (problems.length > 0) throw Problem.invalid(problems);
  return values;
}

function* contradictions(values: ProfileValues): Generator<FieldProblem> {
  const { eapType, innerMethod, platform } = values;
  const isTls = eapType === 'EAP-TLS';
  if (isTls && innerMethod !== null)
    yield { pointer: '#/inner_method', detail: 'EAP-TLS has no inner method: leave it out' };
  if (eapType === 'PEAP' && innerMethod === 'PAP')
    yield { pointer: '#/inner_method', detail: 'PEAP takes MSCHAPv2 only: leave it out, or say EAP-TTLS' };
  if (values.userId !== null && values.certificateId !== null)
    yield {
      pointer: '#/certificate_id',
      detail: 'a certificate is issued for the user: give one of user_id and certificate_id',
    };
  if (!isTls && values.certificateId !== null)
    yield {
      pointer: '#/certificate_id',
      detail: `${eapType} takes a password, not a certificate: leave it out, or say EAP-TLS`,
    };
  if (platform !== 'android' && values.domain !== null)
    yield { pointer: '#/domain', detail: 'only android has a home domain: leave it out' };
  if (platform === 'android' && isTls && !coversServers(values)) {
    yield {
      pointer: '#/domain',
      detail: 'android accepts only servers whose name ends in the home domain: every server name must',
    };
  }
}
