import type { XmlElement } from './xml-tree.js';

const ms = 'http://www.microsoft.com';
const wlan = `${ms}/networking/WLAN/profile/v1`;
const oneX = `${ms}/networking/OneX/v1`;
const host = `${ms}/provisioning/EapHostConfig`;
const common = `${ms}/provisioning/EapCommon`;
const base = `${ms}/provisioning/BaseEapConnectionPropertiesV1`;
const tls = (version: number) => `${ms}/provisioning/EapTlsConnectionPropertiesV${version}`;
const peap = (version: number) => `${ms}/provisioning/MsPeapConnectionPropertiesV${version}`;
const mschap = `${ms}/provisioning/MsChapV2ConnectionPropertiesV1`;
const ttls = `${ms}/provisioning/EapTtlsConnectionPropertiesV1`;

/**
 * Children in their order as the published schemas say (WLAN_profile v1, OneX v1, EapHostConfig, and the connection
 * properties of [MS-GPWL] 6.8 to 6.11): `?` may be absent, `+` may repeat. Elements of another namespace stand with it.
 */
const models: Readonly<Record<string, string>> = {
  [`${wlan} WLANProfile`]: 'name SSIDConfig+ connectionType connectionMode? autoSwitch? MSM?',
  [`${wlan} SSIDConfig`]: 'SSID+ nonBroadcast?',
  [`${wlan} SSID`]: 'hex? name?',
  [`${wlan} MSM`]: 'connectivity? security?',
  [`${wlan} security`]: `authEncryption sharedKey? keyIndex? PMKCacheMode? PMKCacheTTL? PMKCacheSize? preAuthMode? preAuthThrottle? {${oneX}}OneX?`,
  [`${wlan} authEncryption`]: 'authentication encryption useOneX?',
  [`${oneX} OneX`]: 'cacheUserData? heldPeriod? authPeriod? startPeriod? maxStart? maxAuthFailures? supplicantMode? authMode? singleSignOn? EAPConfig',
  [`${oneX} EAPConfig`]: `{${host}}EapHostConfig`,
  [`${host} EapHostConfig`]: 'EapMethod Config',
  [`${host} EapMethod`]: `{${common}}Type {${common}}VendorId {${common}}VendorType {${common}}AuthorId`,
  [`${host} Config`]: `{${base}}Eap? {${ttls}}EapTtls?`,
  [`${base} Eap`]: `Type {${tls(1)}}EapType? {${peap(1)}}EapType? {${mschap}}EapType?`,
  [`${tls(1)} EapType`]: `CredentialsSource? ServerValidation? DifferentUsername? {${tls(2)}}PerformServerValidation? {${tls(2)}}AcceptServerName? {${tls(2)}}TLSExtensions?`,
  [`${tls(1)} CredentialsSource`]: 'SmartCard? CertificateStore?',
  [`${tls(1)} CertificateStore`]: 'SimpleCertSelection?',
  [`${tls(1)} ServerValidation`]: 'DisableUserPromptForServerValidation ServerNames TrustedRootCA+',
  [`${tls(2)} TLSExtensions`]: `{${tls(3)}}FilteringInfo?`,
  [`${tls(3)} FilteringInfo`]: 'AllPurposeEnabled? CAHashList? EKUMapping? ClientAuthEKUList?',
  [`${tls(3)} CAHashList`]: 'IssuerHash+',
  [`${peap(1)} EapType`]: `ServerValidation? FastReconnect? InnerEapOptional? {${base}}Eap EnableQuarantineChecks? RequireCryptoBinding? PeapExtensions?`,
  [`${peap(1)} ServerValidation`]: 'DisableUserPromptForServerValidation ServerNames TrustedRootCA+',
  [`${peap(1)} PeapExtensions`]: `{${peap(2)}}PerformServerValidation? {${peap(2)}}AcceptServerName? {${peap(2)}}IdentityPrivacy? {${peap(2)}}PeapExtensionsV2?`,
  [`${peap(2)} IdentityPrivacy`]: 'EnableIdentityPrivacy AnonymousUserName?',
  [`${mschap} EapType`]: 'UseWinLogonCredentials',
  [`${ttls} EapTtls`]: 'ServerValidation? Phase2Authentication? Phase1Identity?',
  [`${ttls} ServerValidation`]: 'ServerNames TrustedRootCAHash+ DisablePrompt',
  [`${ttls} Phase2Authentication`]: 'PAPAuthentication? CHAPAuthentication? MSCHAPAuthentication? MSCHAPv2Authentication?',
  [`${ttls} MSCHAPv2Authentication`]: 'UseWinlogonCredentials?',
  [`${ttls} Phase1Identity`]: 'IdentityPrivacy AnonymousIdentity?',
};

const values: Readonly<Record<string, RegExp>> = {
  hex: /^([0-9A-F]{2}){1,32}$/,
  connectionType: /^(IBSS|ESS)$/,
  connectionMode: /^(auto|manual)$/,
  authentication: /^(WPA2|WPA3ENT192|WPA3ENT)$/,
  encryption: /^(AES|GCMP256)$/,
  PMKCacheMode: /^(enabled|disabled)$/,
  authMode: /^(machineOrUser|machine|user|guest)$/,
  TrustedRootCA: /^[0-9a-f]{2}( [0-9a-f]{2}){19}$/,
  TrustedRootCAHash: /^[0-9a-f]{2}( [0-9a-f]{2}){19}$/,
  IssuerHash: /^[0-9a-f]{2}( [0-9a-f]{2}){19}$/,
};

/** What of the tree the schemas do not permit, in words; nothing when it is valid. */
export function schemaProblems(element: XmlElement): string[] {
  const model = models[`${element.namespace} ${element.name}`];
  const own: string[] = [];
  if (element.children.length > 0) {
    const order = element.children.map((child) => `{${child.namespace}}${child.name} `).join('');
    if (!model) own.push(`${element.name} may have no elements in it`);
    else if (!patternOf(model, element.namespace).test(order)) own.push(`${element.name} has ${order}where ${model} may stand`);
  }
  const form = values[element.name];
  if (form && !form.test(element.text)) own.push(`${element.name} is ${element.text}`);
  return [...own, ...element.children.flatMap(schemaProblems)];
}

function patternOf(model: string, namespace: string): RegExp {
  const parts = model.split(' ').map((part) => {
    const [, named, name, times] = /^(\{[^}]*\})?([\w]+)([?+]?)$/.exec(part) ?? [];
    const literal = `${named ?? `{${namespace}}`}${name} `.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    return `(?:${literal})${times}`;
  });
  return new RegExp(`^${parts.join('')}$`);
}
