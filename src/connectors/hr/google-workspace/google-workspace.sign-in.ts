import { createPrivateKey, sign } from 'node:crypto';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { HeldToken, type IssuedToken } from '../../../provisioning/connector/held-token.js';
import type { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import { vendorObject } from '../../../provisioning/connector/vendor-record.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';

const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const lifeSeconds = 3600;

/**
 * Tokens for a service account on behalf of an administrator
 * (https://developers.google.com/identity/protocols/oauth2/service-account). Google refuses a token as a whole when one
 * of its scopes was not delegated, so each part of the work has its own.
 */
export function delegatedToken(
  api: VendorApi,
  { settings, clock, tokens }: Pick<ConnectorSession<WorkspaceSettings>, 'settings' | 'clock' | 'tokens'>,
  name: string,
  scope: string,
): HeldToken {
  const url = `${settings.sign_in_url}/token`;
  const assertion = () => {
    const { email, key } = keyIn(settings.service_account_key);
    const now = Math.floor(clock.milliseconds() / 1000);
    const claims = { iss: email, sub: settings.admin_email, scope, aud: url, iat: now, exp: now + lifeSeconds };
    const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
  };
  const ask = async (signal: AbortSignal): Promise<IssuedToken> => {
    const form = new URLSearchParams({ grant_type: grant, assertion: assertion() });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = (await api
      .json('token', { method: 'POST', url, headers, body: form.toString() }, signal)
      .catch(refused)) as { readonly access_token?: unknown; readonly expires_in?: unknown };
    if (typeof answer.access_token !== 'string' || !answer.access_token)
      throw new ConnectorProblem('upstream_broken', 'token: the answer holds no access_token');
    return {
      token: answer.access_token,
      lifeSeconds: typeof answer.expires_in === 'number' ? answer.expires_in : undefined,
    };
  };
  return new HeldToken({ clock, tokens }, ask, { name });
}

function keyIn(file: string) {
  const { client_email: email, private_key: pem } =
    vendorObject<{ client_email: unknown; private_key: unknown }>(Buffer.from(file)) ?? {};
  try {
    if (typeof email !== 'string' || typeof pem !== 'string') throw new Error('A part is missing');
    return { email, key: createPrivateKey(pem) };
  } catch {
    throw new ConnectorProblem('settings_invalid', 'service_account_key: is no key file of a service account');
  }
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A key that was deleted, or an administrator who is none: 400, invalid_grant. A scope not delegated: 401. */
function refused(error: unknown): never {
  if (error instanceof ConnectorProblem && /\bunauthorized_client\b/.test(error.message))
    throw new ConnectorProblem('credentials_refused', error.message, { status: 403 });
  if (error instanceof ConnectorProblem && error.code === 'settings_invalid')
    throw new ConnectorProblem('credentials_refused', error.message, error.details);
  throw error;
}
