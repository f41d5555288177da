import { type FieldProblem, Problem } from '../../kernel/errors.js';
import { coversServers, type EapType, type NewProfile, type ProfileChange, type ProfileValues } from './profile.js';

const usualAnonymous = 'anonymous';

/** Values of a new profile; `serverName` is the organization's own. */
export function newValues(input: NewProfile, serverName: string): ProfileValues {
  const isTunnel = input.eapType !== 'EAP-TLS';
  return checked({
    name: input.name ?? input.ssid,
    ssid: input.ssid,
    eapType: input.eapType,
    platform: input.platform,
    innerMethod: input.innerMethod ?? (input.eapType === 'EAP-TTLS' ? 'PAP' : null),
    serverNames: input.serverNames ?? [serverName],
    anonymousIdentity:
      input.anonymousIdentity === undefined ? (isTunnel ? usualAnonymous : null) : input.anonymousIdentity,
    hidden: input.hidden ?? false,
    domain: input.domain ?? null,
    userId: input.userId ?? null,
    certificateId: input.certificateId ?? null,
  });
}

/** Values after a change; absent fields keep theirs. */
export function changedValues(before: ProfileValues, change: ProfileChange): ProfileValues {
  const eapType = change.eapType ?? before.eapType;
  // Drops what only the former method used.
  const innerMethod = eapType === before.eapType ? before.innerMethod : eapType === 'EAP-TTLS' ? 'PAP' : null;
  return checked({
    name: change.name ?? before.name,
    ssid: change.ssid ?? before.ssid,
    eapType,
    platform: change.platform ?? before.platform,
    innerMethod: change.innerMethod === undefined ? innerMethod : change.innerMethod,
    serverNames: change.serverNames ?? before.serverNames,
    anonymousIdentity: change.anonymousIdentity === undefined ? before.anonymousIdentity : change.anonymousIdentity,
    hidden: change.hidden ?? before.hidden,
    domain: change.domain === undefined ? before.domain : change.domain,
    ...whose(eapType, before, change),
  });
}

/** A new user replaces a certificate, and the other way round. Password methods take no certificate. */
function whose(
  eapType: EapType,
  before: ProfileValues,
  { userId: user, certificateId: certificate }: ProfileChange,
): Pick<ProfileValues, 'userId' | 'certificateId'> {
  const keptUser = certificate ? null : before.userId;
  const keptCertificate = user || eapType !== 'EAP-TLS' ? null : before.certificateId;
  return {
    userId: user === undefined ? keptUser : user,
    certificateId: certificate === undefined ? keptCertificate : certificate,
  };
}

/** Throws `invalid` for values that exclude each other. */
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
