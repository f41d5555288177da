import { vendorLine } from '../../../provisioning/connector/vendor-record.js';
import type { EnvoyLabels } from './envoy.mapping.js';
import type { EnvoyAttributes, EnvoyEnvelope } from './envoy.wire.js';

const keptAttributes: ReadonlySet<string> = new Set([
  'full-name',
  'email',
  'phone-number',
  'employee-screening-flow',
  'host',
  'host-email',
  'flow-name',
  'signed-in-at',
  'signed-out-at',
  'is-delivery',
  'agreement-refused',
  'inviter-name',
  'inviter-email',
  'expected-arrival-time',
  'expected-departure-time',
  'arrived',
] satisfies (keyof EnvoyAttributes)[]);

/**
 * What is stored of a request. Left out: the bearer token in `meta.auth`, the install's settings, photos, signed
 * documents, private notes, the reasons of a block list, answers to further questions at sign-in, and what opens an
 * invite (`secret-token`, `edit-token`, the QR value).
 */
export function withoutExtras(
  { event, meta, payload }: EnvoyEnvelope,
  { company_field: company, purpose_field: purpose }: EnvoyLabels,
): Buffer {
  const { auth: _auth, config: _config, ...keptMeta } = (meta ?? {}) as Readonly<Record<string, unknown>>;
  const attributes = payload?.attributes;
  const kept = payload && {
    id: payload.id,
    type: (payload as { type?: unknown }).type,
    'visitor-profile-id': payload['visitor-profile-id'],
    relationships: payload.relationships,
    attributes: attributes && {
      ...Object.fromEntries(Object.entries(attributes).filter(([name]) => keptAttributes.has(name))),
      'user-data': answers(attributes['user-data'], [company, purpose]),
      'approval-status': decision(attributes),
    },
  };
  return Buffer.from(JSON.stringify({ event, meta: meta && keptMeta, payload: kept }));
}

function answers(fields: unknown, labels: readonly string[]): unknown {
  const wanted = labels.map((label) => label.trim().toLowerCase());
  return Array.isArray(fields)
    ? fields.filter((each) =>
        wanted.includes(vendorLine((each as { field?: unknown } | null)?.field)?.toLowerCase() ?? ''),
      )
    : undefined;
}

function decision({ 'approval-status': approval }: EnvoyAttributes): unknown {
  return (
    approval && {
      status: approval.status,
      'auto-approved': approval['auto-approved'],
      'reviewed-at': approval['reviewed-at'],
    }
  );
}
