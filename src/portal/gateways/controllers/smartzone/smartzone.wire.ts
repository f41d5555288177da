/**
 * SmartZone's northbound portal interface, `POST {url}/portalintf`.
 * https://docs.cloud.ruckuswireless.com/ruckusone/wispr-api/GUID-76A71DD1-0764-48D7-80B8-4E0DBFFCEE5F.html and
 * https://usermanual.wiki/Ruckus/Scg200VszhSz30035HotspotWisprGuideRevB20170628.154411301/html
 */
export interface SmartZoneRequest {
  readonly Vendor: 'ruckus';
  readonly RequestUserName?: string;
  readonly RequestPassword: string;
  readonly APIVersion: '1.0';
  readonly RequestCategory: 'UserOnlineControl' | 'GetConfig';
  readonly RequestType: 'Login' | 'Status' | 'Decrypt';
  /** Exactly as in the redirect, encrypted or not. */
  readonly 'UE-MAC'?: string;
  readonly 'UE-IP'?: string;
  readonly 'UE-Proxy'?: '0';
  readonly 'UE-Username'?: string;
  readonly 'UE-Password'?: string;
  /** For Decrypt: the value that begins with ENC. */
  readonly Data?: string;
}

export interface SmartZoneAnswer {
  readonly ResponseCode?: number | string;
  readonly ReplyMessage?: string;
  readonly Data?: string;
}

/** `ResponseCode`. */
export const smartZoneCodes = {
  unauthorized: 100,
  authorized: 101,
  success: 200,
  loginSucceeded: 201,
  pending: 202,
  notFound: 300,
  loginFailed: 301,
  wrongRequestPassword: 306,
  radiusServerError: 401,
} as const;
