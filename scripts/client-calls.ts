import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { typeOfSchema } from './type-of-schema.ts'

const contract = join(import.meta.dirname, '../contract')

/** Public calls that a program needs beside those of its API key. */
const publicCalls = ['laboratory', 'catalogueTests', 'releaseHold']

type Named = { name: string; call: Endpoint }

async function callsOfPrograms(): Promise<Named[]> {
  const files = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(join(contract, name))),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .filter(([name, { scope }]) => scope !== undefined || publicCalls.includes(name))
    .map(([name, call]) => ({ name, call }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

const keysIn = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const hasKey = ({ headers }: Endpoint) => keysIn(headers).includes('idempotency-key')
/** An answer that the contract gives as bytes. */
const isFile = (call: Endpoint) => answerOf(call) instanceof z.ZodUnknown
const answerOf = ({ responses }: Endpoint): z.ZodType => Object.values(responses)[0] ?? z.unknown()

/** What a method takes: path parameters, query and body as one object. */
function inputOf({ params, query, body }: Endpoint): string {
  const parts = [params, query, body].filter((one) => one !== undefined)
  const names = parts.flatMap(keysIn)
  if (new Set(names).size < names.length) throw new Error(`Parameters of the same name: ${names.join(', ')}`)
  return parts.length === 0
    ? 'Record<never, never>'
    : parts.map((one) => bare(typeOfSchema(one, 'input'))).join(' & ')
}

/** A body that may be missing is an object without required fields. */
const bare = (type: string) => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type)

/** The file `calls.gen.ts` of the client: how each call is sent, and what it takes and answers. */
export async function writeCalls(): Promise<string> {
  const calls = await callsOfPrograms()
  const sent = calls.map(({ name, call }) => {
    const { method, path, query, repeatable } = call
    const how = {
      method,
      path,
      query: keysIn(query),
      ...(hasKey(call) && { key: true }),
      ...((method === 'GET' || repeatable) && { repeatable: true }),
      ...(isFile(call) && { file: true }),
    }
    return `  ${name}: ${JSON.stringify(how)},`
  })
  const types = calls.map(({ name, call }) => {
    const { summary, scope } = call
    const needs = scope === undefined ? 'Needs no key.' : scope === 'any' ? 'Any key.' : `Scope: ${scope}.`
    const answer = isFile(call) ? 'Uint8Array' : typeOfSchema(answerOf(call), 'output')
    return `  /** ${summary} ${needs} */\n  ${name}: { input: ${inputOf(call)}; output: ${answer} }`
  })
  return `// Written by \`npm run client\` from the contract.

export const calls = {
${sent.join('\n')}
} as const

export type Calls = {
${types.join('\n')}
}
`
}
