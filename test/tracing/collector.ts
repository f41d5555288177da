import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for the first of a trace. */
  readonly parentSpanId?: string;
  readonly links: readonly { readonly traceId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** SpanKind of OTLP: 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly startMilliseconds: number;
  readonly endMilliseconds: number;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
}

interface OtlpSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId' | 'kind'> {
  readonly links?: CollectedSpan['links'];
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

/**
 * A collector as OTLP/HTTP has it (https://opentelemetry.io/docs/specs/otlp/#otlphttp), which keeps what it is sent.
 */
export class Collector {
  readonly spans: CollectedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isTraces = request.method === 'POST' && request.url === '/v1/traces';
        if (isTraces) collector.take(Buffer.concat(chunks).toString());
        response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Environment by which a process sends its spans here, all of them, at once. */
  get environment(): Record<string, string> {
    return {
      NODE_OPTIONS: `--import ${new URL('load-sdk.mjs', import.meta.url).href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: this.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
  }

  /** The trace with a span of this name and attribute, in order of beginning; empty while there is none. */
  traceOf(name: string, attribute: string, value: unknown): readonly CollectedSpan[] {
    const found = this.spans.find((span) => span.name === name && span.attributes[attribute] === value);
    return this.spans
      .filter(({ traceId }) => traceId === found?.traceId)
      .sort((one, other) => one.startMilliseconds - other.startMilliseconds);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private take(text: string): void {
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
    };
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans) this.spans.push(...spans.map(collected));
  }
}

function collected({ attributes, links = [], startTimeUnixNano, endTimeUnixNano, ...span }: OtlpSpan): CollectedSpan {
  return {
    ...span,
    links,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
    ),
    startMilliseconds: Number(startTimeUnixNano) / 1e6,
    endMilliseconds: Number(endTimeUnixNano) / 1e6,
  };
}
