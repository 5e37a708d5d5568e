import type { FastifyInstance } from 'fastify'

type Document = Exclude<ReturnType<FastifyInstance['swagger']>, string>
type Schema = { properties?: Record<string, unknown>; required?: string[] }
type Operation = {
  summary?: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; description?: string }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

/** The scope of an API key that may make a call; undefined if none may. */
const scopeOf = ({ security = [] }: Operation): string | undefined => {
  const byKey = security.find((one) => 'apiKey' in one)
  return byKey && (byKey.apiKey?.[0] ?? 'any key')
}

/** The OpenAPI document as a collection of Postman (2.1): the calls of API keys in a folder for each scope, and the public calls. */
export function postmanCollection({ info, paths }: Document, url: string): object {
  const calls = Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({ path, method, call: operation as Operation })),
  )
  const folders = Map.groupBy(calls, ({ call }) => scopeOf(call) ?? (call.security?.length ? null : 'public'))
  folders.delete(null)
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'lab', value: url },
      { key: 'key', value: '' },
    ],
    item: [...folders]
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
      .map(([name, some]) => ({ name, item: some.map(requestOf) })),
  }
}

function requestOf({ path, method, call }: { path: string; method: string; call: Operation }): object {
  const { summary = '', parameters = [], requestBody } = call
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const body = requestBody?.content?.['application/json']?.schema
  const address = path.replace(/\{(\w+)\}/g, ':$1')
  return {
    name: `${method.toUpperCase()} ${path}`,
    request: {
      method: method.toUpperCase(),
      description: summary,
      header: of('header').map(({ name }) => ({ key: name, value: '', disabled: true })),
      url: {
        raw: `{{lab}}${address}`,
        host: ['{{lab}}'],
        path: address.slice(1).split('/'),
        variable: of('path').map(({ name }) => ({ key: name, value: '' })),
        query: of('query').map(({ name, required, description = '' }) => ({
          ...{ key: name, value: '', description },
          disabled: !required,
        })),
      },
      ...(body && {
        body: { mode: 'raw', raw: exampleOf(body), options: { raw: { language: 'json' } } },
      }),
    },
  }
}

/** The fields that a body must have, to be filled in. */
const exampleOf = ({ properties = {}, required = [] }: Schema) =>
  JSON.stringify(
    Object.fromEntries(
      Object.keys(properties).flatMap((name) => (required.includes(name) ? [[name, '']] : [])),
    ),
    null,
    2,
  )
