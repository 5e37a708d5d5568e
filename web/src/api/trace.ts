let isTraced = false

/** Takes over whether the server traces calls: then it names the trace of each answer. */
export function followTraces(answer: Headers): void {
  isTraced = answer.has('traceresponse')
}

/** The header with which a call begins a trace (W3C Trace Context); null if the server does not trace. */
export const traceparent = (): string | null => (isTraced ? `00-${randomHex(16)}-${randomHex(8)}-01` : null)

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
