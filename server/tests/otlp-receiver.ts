import { openLoopback } from './loopback-server.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Attribute = { key: string; value: Value }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  links?: { traceId: string }[]
  status: { code?: number; message?: string }
  events?: unknown[]
}
type Body = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
}

export type ReceivedSpan = Omit<Sent, 'attributes'> & { attributes: Record<string, string | number> }

/** A collector that takes traces by OTLP over HTTP, as JSON. */
export async function openReceiver() {
  const receiver = {
    url: '',
    spans: [] as ReceivedSpan[],
    resource: {} as Record<string, string | number>,
    /** What was sent, as text. */
    text: '',
    close: (): Promise<void> => server.close(),
  }
  const server = await openLoopback((request, response, text) => {
    const isOfTraces = request.method === 'POST' && request.url === '/v1/traces'
    if (!isOfTraces) return response.writeHead(404).end()
    receiver.text += text
    for (const { resource, scopeSpans } of (JSON.parse(text) as Body).resourceSpans) {
      receiver.resource = valuesOf(resource.attributes)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        receiver.spans.push({ ...span, attributes: valuesOf(span.attributes) })
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  receiver.url = server.origin
  return receiver
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? Number.NaN)]),
  )
