import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

export { SpanKind };

/**
 * Spans by OpenTelemetry's API: they come to nothing unless whoever runs Usher loads an SDK (docs/monitoring.md). A
 * trace travels as text: in a call's Context, in the inbox and with an account, so that it outlives process and queue.
 * Only traces that are sampled travel; for the others no step beyond the first costs anything.
 */

const tracer = trace.getTracer('usher');

/** https://www.w3.org/TR/trace-context/#traceparent-header, always sampled. */
const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

let isLoaded: boolean | undefined;

/** Whether an SDK was loaded before the program. */
export function isTracing(): boolean {
  isLoaded ??= isSpanContextValid(tracer.startSpan('start').spanContext());
  return isLoaded;
}

/** Where something comes in from outside: a trace begins here. */
export interface Receipt {
  readonly traceparent: string;
  end(attributes?: Attributes, error?: unknown): void;
}

/**
 * Undefined where nothing is traced or this one is not sampled. A caller's own trace is linked to and not continued:
 * otherwise strangers decided what is sampled. What an instrumentation in this process has begun is continued.
 */
export function beginTrace(
  name: string,
  kind: 'server' | 'consumer',
  attributes: Attributes,
  headers?: Readonly<Record<string, unknown>>,
): Receipt | undefined {
  if (!isTracing()) return undefined;
  const active = context.active();
  const span = tracer.startSpan(
    name,
    { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CONSUMER, attributes },
    trace.getSpan(active) ? active : ROOT_CONTEXT,
  );
  const traceparent = traceparentOf(span);
  if (traceparent === undefined) return undefined;
  // Headers are read for what is sampled only.
  const caller = headers && trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  if (caller) span.addLink({ context: caller });
  return {
    traceparent,
    end: (facts, error) => {
      if (facts) span.setAttributes(facts);
      end(span, error);
    },
  };
}

/** Something that happened at an instant, as a step of a trace. */
export function addStep(name: string, traceparent: string, at: Date, attributes: Attributes): void {
  tracer.startSpan(name, { startTime: at, attributes }, parentOf(traceparent)).end(at);
}

type Traceparent = string | null | undefined;

/** One step that a batch takes for each of the traces in it. */
export class BatchStep {
  constructor(private readonly spans: ReadonlyMap<string, Span>) {}

  /** The trace with this step as its latest; undefined where it is none of this batch. */
  after(traceparent: Traceparent): string | undefined {
    const span = traceparent ? this.spans.get(traceparent) : undefined;
    return span && (traceparentOf(span) ?? undefined);
  }

  end(error?: unknown): void {
    for (const span of this.spans.values()) end(span, error);
  }
}

const noStep = new BatchStep(new Map());

/** Steps of one batch. Those that are still open when it is over end with it. */
export class BatchTrace {
  private readonly open: BatchStep[] = [];

  begin(
    name: string,
    parents: readonly Traceparent[],
    attributes: Attributes = {},
    kind = SpanKind.INTERNAL,
  ): BatchStep {
    let spans: Map<string, Span> | undefined;
    for (const parent of parents) {
      if (!parent || spans?.has(parent)) continue;
      spans ??= new Map();
      spans.set(parent, tracer.startSpan(name, { kind, attributes }, parentOf(parent)));
    }
    if (!spans) return noStep;
    const step = new BatchStep(spans);
    this.open.push(step);
    return step;
  }

  end(error?: unknown): void {
    for (const step of this.open.splice(0).reverse()) step.end(error);
  }
}

/** Ends every step that `work` began, as failed where it throws. */
export async function tracedBatch<Result>(work: (steps: BatchTrace) => Promise<Result>): Promise<Result> {
  const steps = new BatchTrace();
  try {
    const result = await work(steps);
    steps.end();
    return result;
  } catch (error) {
    steps.end(error);
    throw error;
  }
}

function end(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  // The class only: a message may name persons.
  if (error !== undefined)
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined });
  span.end();
}

function traceparentOf(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : `00-${traceId}-${spanId}-01`;
}

function parentOf(traceparent: string) {
  const [, traceId, spanId] = traceparentForm.exec(traceparent) ?? [];
  if (!traceId) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}
