import { vendorId } from '../../../provisioning/connector/vendor-record.js';
import { envelopeOf } from './envoy.envelope.js';
import type { EnvoySettings } from './envoy.settings.js';
import type { EnvoyEnvelope, EnvoyPayload } from './envoy.wire.js';

export type CustomerSettings = Pick<
  EnvoySettings,
  'client_id' | 'install_id' | 'company_id' | 'location_ids' | 'authorization'
>;

/**
 * The other customer or place that a proven request is about; undefined: it is about ours. The client secret is the
 * app's, and signs the requests of everybody who installed it. The `Authorization` of Envoy's Webhooks app is the
 * customer's own, and its requests name no installation.
 */
export function otherCustomerIn({ meta, payload }: EnvoyEnvelope, settings: CustomerSettings): string | undefined {
  const { client_id: clientId, install_id: ours, company_id: ourCompany, authorization } = settings;
  const installation = vendorId(meta?.install_id);
  if (installation !== undefined && installation !== ours)
    return ours ? `installation ${installation}` : `installation ${installation}, while install_id is not set`;
  if (installation === undefined && !authorization && (clientId ?? ours)) return 'no installation at all';
  const company = vendorId(meta?.company?.id);
  if (ourCompany && company !== undefined && company !== ourCompany) return `company ${company}`;
  return isOfOtherPlace(payload ? locationOf(payload, meta) : undefined, payload, settings)
    ? 'another location'
    : undefined;
}

/** Before it is proven. */
export function installationNamedIn(body: Buffer): string | undefined {
  return vendorId(envelopeOf(body)?.meta?.install_id);
}

function isOfOtherPlace(
  locationId: string | undefined,
  payload: EnvoyPayload | undefined,
  { location_ids: wanted }: CustomerSettings,
): boolean {
  return Boolean(payload && wanted?.length) && !wanted!.includes(locationId ?? '');
}

function locationOf(payload: EnvoyPayload, meta: EnvoyEnvelope['meta']): string | undefined {
  return vendorId(payload.relationships?.location?.data?.id) ?? vendorId(meta?.location?.id);
}
