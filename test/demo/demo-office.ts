import type { RunningService } from '../e2e/service.js';
import { people, type Person as Employee, staffFile } from '../simulators/csv/staff-file.js';
import { EnvoySimulator } from '../simulators/envoy/envoy-simulator.js';
import type { WebhookSender } from '../simulators/envoy/webhook-sender.js';
import { FakeEntra } from '../simulators/scim/fake-entra.js';
import { ScimClient } from '../simulators/scim/scim-client.js';

type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/**
 * A small company: its directory speaks SCIM, its warehouse sends a file of staff each night, its reception uses Envoy.
 */
export class DemoOffice {
  readonly warehouse: Employee[] = people(12);
  private files = 0;

  private constructor(
    private readonly service: RunningService,
    private readonly scim: ScimClient,
    readonly directory: FakeEntra,
    private readonly csvConnection: string,
    readonly envoy: EnvoySimulator,
    readonly reception: WebhookSender,
  ) {}

  static async open(api: Api, service: RunningService): Promise<DemoOffice> {
    const scim = await api('POST', '/connections', { name: 'Contoso directory', connector: 'scim' });
    const csv = await api('POST', '/connections', {
      name: 'Acme warehouse staff',
      connector: 'csv',
      settings: { time_zone: 'Europe/Prague', delimiter: 'semicolon', trailer: '#TRAILER' },
    });
    const envoy = await EnvoySimulator.start();
    const { id } = await api('POST', '/connections', {
      name: 'Contoso reception',
      connector: 'envoy',
      settings: {
        api_url: envoy.url,
        app_url: envoy.url,
        client_id: envoy.clientId,
        install_id: envoy.installId,
        show_credentials: true,
      },
      secrets: { client_secret: envoy.clientSecret },
      access: { preset: 'visitor', deliver: [{ via: 'answer' }] },
    });
    // The answer of POST /connections shows the token once: it is what an administrator pastes into the directory.
    const client = new ScimClient(`${service.url}/scim/v2`, String(scim.token));
    return new DemoOffice(
      service,
      client,
      new FakeEntra(client, { hasFlag: false }),
      String(csv.id),
      envoy,
      envoy.postWebhooksTo({ url: `${service.url}/hooks/${String(id)}`, duplicated: true }),
    );
  }

  /** The night's file, as the HR system uploads it; `cut` leaves out its end, as a broken transfer does. */
  async uploadStaff({ cut = false } = {}): Promise<{
    readonly status: number;
    readonly body: Record<string, unknown>;
  }> {
    const text = staffFile(this.warehouse);
    this.files += 1;
    const answer = await fetch(
      `${this.service.url}/connections/${this.csvConnection}/files` +
        `?name=staff-2026-03-${String(this.files).padStart(2, '0')}.csv`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${this.service.token}`, 'content-type': 'text/csv' },
        body: cut ? text.slice(0, text.length / 2) : text,
      },
    );
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  /** What reception reads beside the visitor's name. */
  get badge(): readonly { readonly label: string; readonly value: string }[] {
    return this.envoy.jobs.flatMap(({ attachments }) => (attachments ?? []) as { label: string; value: string }[]);
  }

  async close(): Promise<void> {
    this.scim.stop();
    await this.envoy.stop();
  }
}
