/** A vendor file that is right as it stands: the smallest that polls, to be made into the one of a vendor. */
export function newVendorFile(family: string, key: string): string {
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
schedule: { full: "23 3 * * *", incremental: "*/15 * * * *" }

sign_in: { type: header, header: x-api-key, value: "{api_key}" }

list:
  request: { url: "{base_url}/v1/people" }
  records: /data
  paging: { style: page, parameter: page, size_parameter: per_page, size: 50, total: /total }
  remedy: Let the owner of the key read all people

changes:
  request: { url: "{base_url}/v1/people" }
  records: /data
  paging: { style: page, parameter: page, size_parameter: per_page, size: 50, total: /total }
  since: { parameter: updated_since, format: iso, overlap_seconds: 300 }
  remedy: Let the owner of the key read all people

mapping:
  version: 1
  kind: employment
  key: { path: /id }
  match:
    - { when: [{ field: /status, op: eq, value: active }], status: active }
    - { when: [{ field: /status, op: eq, value: left }], status: terminated }
  fields:
    first_name: { path: /first_name }
    last_name: { path: /last_name }
    email: { path: /email, transform: [email], lenient: true }
    start_date: { path: /start_date }

samples:
  - title: somebody who works there
    record: { id: 17, status: active, first_name: Jana, last_name: Novak, email: jana.novak@acme.example }
    means: { status: active, email: jana.novak@acme.example }
  - title: somebody who has left
    record: { id: 18, status: left }
    means: { status: terminated }
`;
}
