import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config.ts'
import { classOf, type OpenSpan, type Tracer, traceBy } from './traced.ts'

/** How long a process that stops waits for a collector that does not answer. */
const flushWithinMs = 3_000

/**
 * Sends spans to a collector. Only this file loads OpenTelemetry, and it is loaded only if the settings name a collector.
 * @param tellFailure called once when spans cannot be sent, and again only after some could be
 */
export function startTraces(
  { url, share }: NonNullable<Config['traces']>,
  tellFailure: (reason: string) => void,
): { stop(): Promise<void> } {
  const ratio = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    // The caller may be anybody: its traceparent gives the trace its id, and does not decide whether it is recorded.
    sampler: new ParentBasedSampler({
      root: ratio,
      remoteParentSampled: ratio,
      remoteParentNotSampled: ratio,
    }),
    resource: resourceFromAttributes({ 'service.name': 'phial' }).merge(
      detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: telling(new OTLPTraceExporter({ url }), tellFailure) }),
    ],
  })
  traceBy(tracerOf(provider))
  return {
    async stop() {
      traceBy(null)
      // `tellFailure` gets the reason if the collector refuses the last spans. The process stops all the same.
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, sleep(flushWithinMs, undefined, { ref: false })])
    },
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('phial')
  const contexts = new WeakMap<OpenSpan, ReturnType<typeof trace.setSpan>>()
  const contextOf = (parent: OpenSpan | string | undefined) => {
    if (typeof parent === 'object') return contexts.get(parent) ?? ROOT_CONTEXT
    const caller = parent === undefined ? null : parseTraceParent(parent)
    return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
  }
  return {
    begin({ name, kind, attributes, parent, links = [] }) {
      const context = contextOf(parent)
      const linked = links.flatMap((one) => {
        const of = trace.getSpanContext(contexts.get(one) ?? ROOT_CONTEXT)
        return of ? [{ context: of }] : []
      })
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links: linked }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      const opened: OpenSpan = {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        isOpen: () => span.isRecording(),
        set: (more) => void span.setAttributes(more),
        end(error) {
          if (!span.isRecording()) return
          if (error !== undefined)
            span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
      contexts.set(opened, trace.setSpan(context, span))
      return opened
    },
  }
}

/** The SDK itself says nothing of spans that it could not send. */
function telling(exporter: SpanExporter, tellFailure: (reason: string) => void): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code === ExportResultCode.FAILED
        // The answer of a collector may repeat what was sent, so that only the class of the error is told.
        if (hasFailed && !isFailing) tellFailure(classOf(result.error))
        isFailing = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
