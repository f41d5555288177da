import type { Entry, EnvoyOffice, Invite } from './office.js';

export interface Wire {
  /** As Envoy's database writes UTC, or ISO. */
  readonly times?: 'sql' | 'iso';
  /** Older requests carry numbers. */
  readonly ids?: 'text' | 'number';
}

function timeOf(at: Date | undefined, { times = 'sql' }: Wire): string | undefined {
  if (!at) return undefined;
  return times === 'iso' ? at.toISOString() : at.toISOString().slice(0, 19).replace('T', ' ');
}

/** The payload of an event about an entry, with everything that arrives unasked. */
export function entryPayload(office: EnvoyOffice, entry: Entry, wire: Wire): object {
  const signedInAt = timeOf(entry.signedInAt, wire);
  return {
    id: wire.ids === 'number' ? Number(entry.id) : entry.id,
    type: 'entries',
    'visitor-profile-id': '77120',
    ...(entry.signedOutAt
      ? { 'changed-fields': { 'signed-out-at': { old: null, new: timeOf(entry.signedOutAt, wire) } } }
      : {}),
    attributes: {
      'full-name': entry.fullName,
      'phone-number': entry.phone,
      email: entry.email,
      'employee-screening-flow': entry.isEmployee,
      host: entry.host,
      'host-email': entry.hostEmail,
      'private-notes': 'prefers tea',
      'signed-in-at': signedInAt,
      'signed-out-at': timeOf(entry.signedOutAt, wire),
      thumbnails: { large: 'https://files.example/photo.jpg', original: null, small: null },
      'flow-name': office.flows.find(({ id }) => id === entry.flowId)?.name,
      nda: 'https://files.example/nda.pdf',
      'legal-docs': [
        { id: '30011', url: 'https://files.example/nda.pdf', 'signed-at': signedInAt, agreement: { id: '12' } },
      ],
      'user-data': [
        ...(entry.purpose ? [{ field: 'Purpose of visit', value: entry.purpose }] : []),
        ...(entry.company ? [{ field: 'Your Company', value: entry.company }] : []),
        { field: 'Do you feel well?', value: 'yes' },
      ],
      'approval-status': entry.approval && {
        status: entry.approval.status,
        'auto-approved': entry.approval.autoApproved,
        report: [{ reason: 'Matched block list', result: 'fail', source: 'blacklist', messages: {} }],
        ...(entry.approval.reviewedAt
          ? {
              'reviewed-at': timeOf(entry.approval.reviewedAt, wire),
              'reviewer-name': 'Front Desk',
              'review-note': 'by the door',
            }
          : {}),
      },
      'is-delivery': entry.isDelivery,
      'agreement-refused': entry.agreementRefused ?? false,
    },
    relationships: {
      location: { data: { id: entry.locationId, type: 'locations' } },
      flow: { data: { id: entry.flowId, type: 'flows' } },
      ...(entry.inviteId ? { invite: { data: { id: entry.inviteId, type: 'invites' } } } : {}),
    },
  };
}

/** An invite in an event, or (`whole`) in an answer of version 3, which alone says when a visit is to end. */
export function invitePayload(office: EnvoyOffice, invite: Invite, whole = false): object {
  const entry = invite.entryId ? office.entryOf(invite.entryId) : undefined;
  return {
    id: invite.id,
    type: 'invites',
    attributes: {
      'employee-screening-flow': invite.isEmployee,
      'full-name': invite.fullName,
      email: invite.email,
      'inviter-name': invite.host,
      'inviter-email': invite.hostEmail,
      'expected-arrival-time': invite.expectedArrivalAt.toISOString(),
      ...(whole
        ? {
            'expected-departure-time': invite.expectedDepartureAt?.toISOString() ?? null,
            'updated-at': invite.expectedArrivalAt.toISOString(),
          }
        : {}),
      'private-notes': null,
      arrived: entry !== undefined,
      'been-here-before': true,
      'flow-name': office.flows.find(({ id }) => id === invite.flowId)?.name,
      'flow-id': invite.flowId,
      'user-data': whole ? { 'Purpose of visit': 'Interview' } : [{ field: 'Purpose of visit', value: 'Interview' }],
      'secret-token': 'SECRET-TOKEN',
      'edit-token': 'EDIT-TOKEN',
      'qr-code': 'OPAQUE-QR-VALUE',
      'preregistration-complete': true,
    },
    relationships: {
      location: { data: { id: invite.locationId, type: 'locations' } },
      flow: { data: { id: invite.flowId, type: 'flows' } },
      ...(invite.entryId ? { entry: { data: { id: invite.entryId, type: 'entries' } } } : {}),
    },
  };
}

/** `GET /v1/entries`: less of the person, nothing of approvals. */
export function listedEntry(entry: Entry): object {
  return {
    id: entry.id,
    createdAt: entry.signedInAt.toISOString(),
    fullName: entry.fullName,
    email: entry.email,
    signedInAt: entry.signedInAt.toISOString(),
    signedOutAt: entry.signedOutAt?.toISOString() ?? null,
    locationId: entry.locationId,
    flowId: entry.flowId,
    isDelivery: entry.isDelivery,
    signedInVia: 'kiosk',
    agreementsStatus: 'signed',
    customFields: [
      ...(entry.purpose ? [{ field: 'Purpose of visit', value: entry.purpose }] : []),
      ...(entry.company ? [{ field: 'Your Company', value: entry.company }] : []),
    ],
  };
}

/** `GET /v1/invites/{id}` */
export function readInvite(invite: Invite): object {
  return {
    id: invite.id,
    createdAt: invite.expectedArrivalAt.toISOString(),
    updatedAt: invite.expectedArrivalAt.toISOString(),
    expectedArrivalAt: invite.expectedArrivalAt.toISOString(),
    expectedDepartureAt: invite.expectedDepartureAt?.toISOString() ?? null,
    type: 'visitor',
    flowId: invite.flowId,
    locationId: invite.locationId,
    approvalStatus: 'approved',
    notes: null,
    customFields: [],
    secretToken: 'SECRET-TOKEN',
    invitee: { name: invite.fullName, email: invite.email },
    host: { name: invite.host, email: invite.hostEmail },
  };
}
