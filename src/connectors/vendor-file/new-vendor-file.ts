/**
 * A vendor file that is right as it stands: the smallest that polls, to be made into the one of a vendor. Its records
 * are those of the family: stays, people, visits or memberships.
 */
export function newVendorFile(family: string, key: string): string {
  const { records, full, incremental, facts } = ofFamily[family] ?? people;
  return `# docs/vendor-files.md says what each member is. Link the vendor's page for each fact.
version: 1
key: ${key}
name: ${key}
family: ${family}
set_up: |
  1. What to order at the vendor, and which plan has the API.
  2. Where to click to make credentials, and what they must be allowed to read.
  3. What to copy into which setting.

settings:
  base_url: { title: Address of the API, format: uri, default: "https://api.example.com" }
  api_key: { title: API key, secret: true, maxLength: 200, examples: ["key-0123456789abcdef"] }
  time_zone:
    { title: Time zone, description: "IANA zone: what days are read in.", format: time-zone, examples: [Europe/Vienna] }

limit: { requests: 60, window_seconds: 60 }
schedule: { full: "${full}", incremental: "${incremental}" }

sign_in: { type: header, header: x-api-key, value: "{api_key}" }

list:
  request: { url: "{base_url}/v1/${records}" }
  records: /data
  paging: { style: page, parameter: page, size_parameter: per_page, size: 50, total: /total }
  remedy: Let the owner of the key read all ${records}

changes:
  request: { url: "{base_url}/v1/${records}" }
  records: /data
  paging: { style: page, parameter: page, size_parameter: per_page, size: 50, total: /total }
  since: { parameter: updated_since, format: iso, overlap_seconds: 300 }
  remedy: Let the owner of the key read all ${records}

${facts}`;
}

interface Family {
  /** What the vendor calls its records, in addresses. */
  readonly records: string;
  readonly full: string;
  readonly incremental: string;
  /** Mapping and samples. */
  readonly facts: string;
}

const person = `    first_name: { path: /first_name }
    last_name: { path: /last_name }
    email: { path: /email, transform: [email], lenient: true }`;

/** Of a sample. */
const somebody = `      first_name: Jana
      last_name: Novak
      email: jana.novak@post.example`;

const people: Family = {
  records: 'people',
  full: '23 3 * * *',
  incremental: '*/15 * * * *',
  facts: `mapping:
  version: 1
  kind: employment
  key: { path: /id }
  match:
    - { when: [{ field: /status, op: eq, value: active }], status: active }
    - { when: [{ field: /status, op: eq, value: left }], status: terminated }
  fields:
${person}
    start_date: { path: /start_date }

samples:
  - title: somebody who works there
    record: { id: 17, status: active, first_name: Jana, last_name: Novak, email: jana.novak@acme.example }
    means: { status: active, email: jana.novak@acme.example }
  - title: somebody who has left
    record: { id: 18, status: left }
    means: { status: terminated }
`,
};

const reservations: Family = {
  records: 'reservations',
  full: '*/30 * * * *',
  incremental: '*/2 * * * *',
  facts: `mapping:
  version: 1
  kind: stay
  key: { path: /id }
  match:
    - { when: [{ field: /status, op: eq, value: booked }], status: expected }
    - { when: [{ field: /status, op: eq, value: checked_in }], status: in_house }
    - { when: [{ field: /status, op: eq, value: checked_out }], status: checked_out }
    - { when: [{ field: /status, op: eq, value: cancelled }], status: cancelled }
  fields:
${person}
    room: { path: /room }
    reservation_number: { path: /number }
    arrival_at: { path: /arrival }
    departure_at: { path: /departure }

samples:
  - title: a guest in house
    record: &stay
      id: 17
      number: R-1017
      status: checked_in
      room: "204"
${somebody}
      # Without an offset it is the time of the house, in the zone of the setting time_zone.
      arrival: "2026-05-14T15:00:00"
      departure: "2026-05-17T11:00:00"
    means: { status: in_house, room: "204", departure_at: "2026-05-17T09:00:00.000Z" }
  - title: a booking
    record: { <<: *stay, id: 18, status: booked, room: null }
    means: { status: expected }
  - title: a guest who has left
    record: { <<: *stay, id: 19, status: checked_out }
    means: { status: checked_out }
`,
};

const visits: Family = {
  records: 'visits',
  full: '*/15 * * * *',
  incremental: '*/2 * * * *',
  facts: `mapping:
  version: 1
  kind: visit
  key: { path: /id }
  match:
    - { when: [{ field: /status, op: eq, value: expected }], status: expected }
    - { when: [{ field: /status, op: eq, value: on_site }], status: active }
    - { when: [{ field: /status, op: eq, value: left }], status: ended }
  fields:
${person}
    host_email: { path: /host/email, transform: [email], lenient: true }
    expected_arrival_at: { path: /expected_at }
    sign_in_at: { path: /signed_in_at }
    sign_out_at: { path: /signed_out_at }

samples:
  - title: a visitor on site
    record: &visit
      id: 17
      status: on_site
${somebody}
      host: { email: ivo.kral@acme.example }
      signed_in_at: "2026-05-14T07:58:10Z"
    means: { status: active, host_email: ivo.kral@acme.example, sign_in_at: "2026-05-14T07:58:10.000Z" }
  - title: a visitor who has left
    record: { <<: *visit, id: 18, status: left, signed_out_at: "2026-05-14T09:30:00Z" }
    means: { status: ended }
`,
};

const members: Family = {
  records: 'members',
  full: '23 * * * *',
  incremental: '*/10 * * * *',
  facts: `mapping:
  version: 1
  kind: membership
  key: { path: /id }
  match:
    - { when: [{ field: /status, op: eq, value: active }], status: active }
    - { when: [{ field: /status, op: eq, value: ended }], status: ended }
  fields:
${person}
    plan: { path: /plan }
    ends_at: { path: /ends_at }

samples:
  - title: a member
    record:
      id: 17
      status: active
${somebody}
      plan: Hot desk
      ends_at: "2026-12-31T22:59:59Z"
    means: { status: active, plan: Hot desk, email: jana.novak@post.example }
  - title: somebody whose membership has ended
    record: { id: 18, status: ended }
    means: { status: ended }
`,
};

const ofFamily: Readonly<Partial<Record<string, Family>>> = {
  hr: people,
  pms: reservations,
  visitor: visits,
  access: members,
  billing: members,
};
