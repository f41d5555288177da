import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '../../kernel/json/is-object.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { exampleSettings } from '../vendor-file/setting-rules.js';
import { daysFrom, type TemplateValues } from '../vendor-file/template.js';
import type { VendorFile, VendorRecord, VendorRequest } from '../vendor-file/vendor-file.js';
import { type AskedOperation, keyAsked } from './asked-operation.js';
import { askedSince, type AskedList, healthyBody, simulatedPage } from './simulated-lists.js';
import { setAt } from './set-at.js';
import { simulatedKey } from './simulated-assertion.js';
import { SimulatedCharges } from './simulated-charges.js';
import { SimulatedJoins } from './simulated-joins.js';
import { SimulatedRecords } from './simulated-records.js';
import type { SimulatedRecord } from './simulated-record.js';
import { SimulatedSignIn } from './simulated-sign-in.js';
import { messageProof } from './signed-message.js';

/** What goes wrong with answers; the sign-in goes on, where it is not said to be silent. */
export interface SimulatedFaults {
  status?: number;
  retryAfterSeconds?: number;
  /** Said in place of it by those who say when their window ends. */
  resetsInSeconds?: number;
  /** Never answers. */
  silent?: boolean;
  /** Requests for a token are never answered. */
  silentSignIn?: boolean;
  slowMilliseconds?: number;
  notJson?: boolean;
  /** 200, and the body says that it failed, in these words where some are given. */
  unhealthy?: boolean | string;
  /** The list breaks off behind so many pages; one of a single page breaks off in the middle. */
  cutAfterPages?: number;
  /** Each record is given twice, and the last come first. */
  disordered?: boolean;
  /** An answer holds so many records at most, without saying that there are more. */
  holdsAtMost?: number;
  /** So many charges are booked, and their answers lost. */
  lostCharges?: number;
}

export interface SimulatedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A vendor's API made from its file, on a real socket: sign-in, paging, changes, single records, webhooks. */
export class VendorSimulator {
  readonly records: SimulatedRecords;
  readonly charges: SimulatedCharges;
  readonly faults: SimulatedFaults = {};
  /** Rights that the vendor has not given. */
  readonly withdrawn = new Set<string>();
  /** Method and path of each request. */
  readonly asked: string[] = [];
  /** When each of them came. */
  readonly askedAt: number[] = [];
  private readonly joins: SimulatedJoins;
  private pages = 0;

  private constructor(
    private readonly file: VendorFile,
    private readonly server: Server,
    /** Settings and secrets of a connection that reaches it. */
    readonly settings: TemplateValues,
    readonly signIn: SimulatedSignIn,
    private readonly now: () => number,
  ) {
    this.records = new SimulatedRecords(file, now);
    this.joins = new SimulatedJoins(file);
    this.charges = new SimulatedCharges(file, this.records, settings);
  }

  static async start(file: VendorFile, options: { readonly now?: () => number; readonly port?: number } = {}) {
    const { now = Date.now, port = 0 } = options;
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = simulatedSettings(file, origin);
    const simulator = new VendorSimulator(file, server, settings, new SimulatedSignIn(file, settings, now), now);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void simulator.answer(request, response);
    });
    return simulator;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  /** A message of the file's samples as the vendor would send it, about this record where one is named. */
  webhook(index: number, key?: string): SimulatedMessage {
    const webhook = this.file.webhook!;
    const message = structuredClone(webhook.samples[index].message) as Record<string, unknown>;
    const events = webhook.events === undefined ? message : valueIn(message, pointerIn(webhook.events)!);
    if (key !== undefined)
      for (const event of [events].flat() as Record<string, unknown>[])
        for (const hint of webhook.hints)
          if (valueIn(event, pointerIn(hint.key)!) !== undefined) setAt(event, hint.key, key);
    return VendorSimulator.message(this.file, this.settings, message, this.now());
  }

  /** Any message with the vendor's proof. */
  static message({ webhook }: VendorFile, settings: TemplateValues, message: unknown, now: number): SimulatedMessage {
    const body = JSON.stringify(message);
    const proof = messageProof(webhook!.verifier, String(settings[webhook!.secret]), body, now);
    return { body, headers: { 'content-type': 'application/json', ...proof } };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    this.asked.push(`${request.method} ${url.pathname}`);
    this.askedAt.push(this.now());
    const text = await textOf(request);
    if (this.faults.silentSignIn && this.signIn.isAsked(url)) return;
    const issued = this.signIn.issue(request, url, text);
    if (issued) return send(response, issued.status, issued.body);
    const { faults } = this;
    if (faults.silent) return;
    if (faults.slowMilliseconds) await new Promise((resolve) => setTimeout(resolve, faults.slowMilliseconds));
    if (faults.status) return send(response, faults.status, { error: { message: 'simulated' } }, this.waitingHeaders());
    if (faults.notJson) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance');
    if (!this.signIn.knows(request)) return send(response, 401, { error: { message: 'who are you?' } });
    if (faults.unhealthy) return send(response, 200, this.unhealthyBody(faults.unhealthy));
    const asked = { url, body: jsonOf(text) };
    const { charges } = this.file;
    const charge = charges && this.charges.asked(charges, request.method ?? 'GET', url);
    if (charges && charge) {
      const given = charges.request.form ? Object.fromEntries(new URLSearchParams(text)) : asked.body;
      return this.sendCharge(response, this.charges.answer(charges, charge, given));
    }
    const found = this.operationOf(request.method ?? 'GET', asked);
    if (!found) return send(response, 404, { error: { message: 'no such address' } });
    if (this.withdrawn.has(found.operation)) return send(response, 403, { error: { message: 'not permitted' } });
    const { operation, key } = found;
    if (operation === 'list' || operation === 'changes') return this.sendPage(response, operation, asked);
    const { joins = {}, record, answer } = this.file;
    const all = operation === 'record' ? this.records.all : this.joins.beside(operation, this.records.all);
    const { list } = joins[operation] ?? {};
    if (list) return send(response, 200, simulatedPage(list, all, asked, answer?.healthy ?? []).body);
    const one = all.find((each) => each.key === key);
    return this.sendRecord(response, (joins[operation]?.record ?? record)!, one && this.joins.bare(one));
  }

  private unhealthyBody(words: boolean | string): Record<string, unknown> {
    const body = { success: false, error: { message: 'simulated' } };
    if (typeof words === 'string') setAt(body, this.file.answer?.said ?? '/error/message', words);
    return body;
  }

  private waitingHeaders(): Readonly<Record<string, string>> {
    const { retryAfterSeconds, resetsInSeconds } = this.faults;
    const date = new Date(this.now());
    const resetsAt = Math.ceil(date.getTime() / 1000) + (resetsInSeconds ?? 0);
    return {
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...(resetsInSeconds === undefined ? {} : { date: date.toUTCString(), 'x-rate-limit-reset': String(resetsAt) }),
    };
  }

  private sendRecord(response: ServerResponse, { at }: VendorRecord, found: SimulatedRecord | undefined): void {
    if (!found) return send(response, 404, { error: { message: 'no such record' } });
    const body = healthyBody(this.file.answer?.healthy ?? []);
    if (at.endsWith('/0')) setAt(body, at.slice(0, -2), [found.record]);
    else setAt(body, at, found.record);
    send(response, 200, at === '' ? found.record : body);
  }

  private sendCharge(response: ServerResponse, { status, body }: { status: number; body: unknown }): void {
    const { lostCharges = 0 } = this.faults;
    if (lostCharges === 0 || status !== 200) return send(response, status, body);
    this.faults.lostCharges = lostCharges - 1;
    send(response, 502, { error: { message: 'simulated' } });
  }

  private sendPage(response: ServerResponse, operation: 'list' | 'changes', asked: AskedList): void {
    const { list, changes } = this.file;
    const since = operation === 'changes' ? askedSince(changes!.since, asked) : undefined;
    const wanted = this.records.all
      .filter(({ changedAt }) => since === undefined || changedAt >= since)
      .map((each) => this.joins.bare(each));
    const records = this.faults.disordered ? [...wanted, ...wanted].reverse() : wanted;
    const page = simulatedPage(operation === 'list' ? list : changes!, records, asked, this.file.answer?.healthy ?? []);
    this.pages = page.begins === 0 ? 1 : this.pages + 1;
    const { holdsAtMost } = this.faults;
    if (holdsAtMost !== undefined && isObject(page.body)) {
      const held = valueIn(page.body, pointerIn(list.records)!) as readonly unknown[];
      setAt(page.body, list.records, held.slice(0, holdsAtMost));
    }
    if (this.faults.cutAfterPages !== undefined) {
      if (list.paging.style === 'none') return cut(response, page.body);
      if (this.pages > this.faults.cutAfterPages) return void response.destroy();
    }
    send(response, 200, page.body, page.headers);
  }

  /** What is asked at midnight may name the days of before. */
  private operationOf(method: string, asked: AskedList): AskedOperation | null {
    const now = this.now();
    return this.operationAt(now, method, asked) ?? this.operationAt(now - 60_000, method, asked);
  }

  private operationAt(milliseconds: number, method: string, asked: AskedList): AskedOperation | null {
    const { list, changes, joins = {}, record } = this.file;
    const values = { ...this.settings, ...daysFrom(this.file, this.settings, new Date(milliseconds).toISOString()) };
    const keyIn = (request: VendorRequest) => keyAsked(request, method, asked, values);
    for (const [operation, join] of Object.entries(joins)) {
      const key = keyIn((join.list ?? join.record!).request);
      if (key !== undefined) return { operation, key };
    }
    const isListed = keyIn(list.request) !== undefined;
    const key = record && keyIn(record.request);
    // `/people/search` is no person named search; a record that is asked for by a parameter has the list's address.
    if (key && !(isListed && record.request.url.includes('{key}'))) return { operation: 'record', key };
    if (changes && keyIn(changes.request) && askedSince(changes.since, asked) !== undefined)
      return { operation: 'changes' };
    return isListed ? { operation: 'list' } : null;
  }
}

/** What a connection to the simulator is given: defaults and first examples, and its own address. */
function simulatedSettings({ settings, sign_in: signIn }: VendorFile, origin: string): TemplateValues {
  const key = signIn.type === 'saml_bearer' ? signIn.private_key : null;
  return Object.fromEntries(
    Object.entries(exampleSettings({ settings })).map(([name, value]) => [
      name,
      settings[name].format === 'uri' ? origin : key === `{${name}}` ? simulatedKey() : value,
    ]),
  );
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function cut(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
