import { contactSecretPlace, contactUrlContext } from '../console/alert-contacts/alert-contact-secrets.js';
import { providerSecretsPlace } from '../console/authentication-providers/provider-secrets.js';
import { authorityKeyPlace } from '../console/certificates/authorities.service.js';
import { gatewaySecretsPlace } from '../console/gateways/gateway-secrets.js';
import { paymentSecretsPlace } from '../console/payment-providers/payment-providers.service.js';
import { sealedTotpPlace } from '../console/sign-in/proof.js';
import { webhookSecretPlace, webhookUrlContext } from '../console/webhooks/webhook/webhook-secrets.js';
import { secretsOf, targetTokenOf } from '../provisioning/connection/connection-rows.js';
import { deliverySecretsContext } from '../provisioning/deliver/settings/delivery-settings.repository.js';
import { vendorTokenPlace } from '../provisioning/host/vendor-tokens.js';
import { filePlace } from '../provisioning/inbox/files/file-stores.js';

/** A row by its key: what is bound to the sealed value. */
export interface SealedRow {
  readonly organizationId: string;
  readonly id: string;
  /** The rest of a key of two. */
  readonly part: string;
}

/** A column of envelopes (`v1.<key id>.…`) that are there for as long as their rows. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** What tells rows of an organization apart; absent: `id`. */
  readonly key?: readonly [id: string, part: string];
  readonly place: (row: SealedRow) => string;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'connections', column: 'secrets_sealed', place: ({ id }) => secretsOf(id) },
  { table: 'connections', column: 'target_secret_sealed', place: ({ id }) => targetTokenOf(id) },
  {
    table: 'connection_vendor_tokens',
    column: 'token_sealed',
    key: ['connection_id', 'name'],
    place: ({ id, part }) => vendorTokenPlace({ id }, part),
  },
  { table: 'webhooks', column: 'secret_sealed', place: ({ id }) => webhookSecretPlace(id) },
  { table: 'webhooks', column: 'url_sealed', place: ({ id }) => webhookUrlContext(id) },
  { table: 'alert_contacts', column: 'secret_sealed', place: ({ id }) => contactSecretPlace(id) },
  { table: 'alert_contacts', column: 'url_sealed', place: ({ id }) => contactUrlContext(id) },
  { table: 'certificate_authorities', column: 'private_key_sealed', place: (row) => authorityKeyPlace(row, row.id) },
  { table: 'authentication_providers', column: 'secrets_sealed', place: (row) => providerSecretsPlace(row, row.id) },
  { table: 'gateways', column: 'secrets_sealed', place: (row) => gatewaySecretsPlace(row, row.id) },
  { table: 'retired_gateways', column: 'secrets_sealed', place: (row) => gatewaySecretsPlace(row, row.id) },
  { table: 'payment_providers', column: 'secrets_sealed', place: (row) => paymentSecretsPlace(row, row.id) },
  { table: 'delivery_settings', column: 'secrets_sealed', place: ({ id }) => deliverySecretsContext(id) },
  { table: 'operators', column: 'totp_sealed', place: (row) => sealedTotpPlace(row) },
  { table: 'delivered_files', column: 'fingerprints_sealed', place: ({ id }) => filePlace(id, 'people') },
];

/** A column that only RADIUS needs, in its own form, which names no key: it is opened to see. */
export interface RadiusColumn {
  readonly table: string;
  readonly column: string;
  readonly holds: 'ntHash' | 'sharedSecret';
  /** Bytes in base64, not bytes. */
  readonly isText?: boolean;
}

export const radiusColumns: readonly RadiusColumn[] = [
  { table: 'users', column: 'nt_hash_sealed', holds: 'ntHash' },
  { table: 'radius_servers', column: 'secret_sealed', holds: 'sharedSecret' },
  { table: 'network_clients', column: 'secret_sealed', holds: 'sharedSecret' },
  { table: 'radius_attributes', column: 'value_sealed', holds: 'sharedSecret', isText: true },
];

/**
 * What is not sealed anew: it goes by itself, at the latest when docs/operations.md says, and until then the key that
 * sealed it is needed.
 */
export const passingColumns: readonly (readonly [table: string, column: string])[] = [
  ['inbox_events', 'payload_sealed'],
  ['delivered_file_parts', 'content_sealed'],
  ['credential_deliveries', 'content_sealed'],
  ['portal_messages', 'content_sealed'],
  ['password_resets', 'content_sealed'],
  ['bulk_chunks', 'operations_sealed'],
  ['erasures', 'scope_sealed'],
  ['idempotency_keys', 'response_sealed'],
];
