import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { callName, everyCall, pathOfNothing } from './contract-calls.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'

let lab: TestApp
let people: Readonly<Record<'admin' | 'technician' | 'user' | 'clinician', Person>>

beforeAll(async () => {
  // Without a gateway in the settings its calls are refused. It is never called.
  lab = await openTestApp({
    settings: { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'a token of the gateway' },
  })
  people = {
    admin: await lab.makeStaff('admin'),
    technician: await lab.makeStaff('technician'),
    user: await lab.signUpPatient(),
    clinician: await lab.makeClinician(),
  }
})
afterAll(() => lab.close())

/** Raw values of a URL. Each is invalid for most parameters; every parameter is tried with all of them. */
const wrongValues: readonly (readonly string[])[] = [
  ...['', 'x', 'x'.repeat(10_000), 'a%00b', '%ED%A0%80', '%25', '%5C', "'%20or%201=1--", '__proto__'],
  ...['-1', '0', '1.5', 'NaN', '2147483648', '9223372036854775808', '9'.repeat(400)],
  ...['tomorrow', '2026-02-31', '0000-01-01', '99999-01-01', '1900-01-01', '9998-12-31'],
  ...['2026-02-31T08:30:00Z', '0000-01-01T00:00:00Z', '9998-12-31T23:59:59.999-23:59'],
  ...['true', '%7B%22a%22:1%7D', 'W10', 'eyJhIjoxfQ', 'WyJ4IiwieCJd'],
  ...['01900000-0000-7000-8000-00000000000g', '01900000-0000-7000-8000-00000000dead'],
].map((value) => [value])
const repeated = [
  ['x', 'y'],
  ['2026-03-09', '2026-03-10'],
]

/** Valid values for the other parameters: a given one, or the first that the schema accepts. */
const rightOf: Readonly<Record<string, string>> = {
  test: 'ESR',
  tests: 'ESR',
  code: '01260309000018',
  month: '2026-03',
}
const rightOfAny = [mainSite, '2026-03-09', '2026-03-09T08:30:00Z', '01260309000018', 'queue', 'true', '1']

type Field = { name: string; schema: z.core.$ZodType; right: string }

function fieldsOf(call: Endpoint): Field[] {
  if (!call.query) return []
  if (!(call.query instanceof z.ZodObject)) throw new Error(`The query of ${callName(call)} is no object`)
  return Object.entries(call.query.shape).map(([name, schema]) => {
    const values = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).enum ?? rightOfAny
    const right = rightOf[name] ?? values.map(String).find((one) => z.safeParse(schema, one).success)
    if (right === undefined) throw new Error(`No right value for ${name} of ${callName(call)}: add one`)
    return { name, schema, right }
  })
}

const isNeeded = ({ schema }: Field) => !z.safeParse(schema, undefined).success
const written = (fields: readonly Field[]) => fields.map(({ name, right }) => `${name}=${right}`)

type Try = { call: Endpoint; query: string; names: readonly string[]; isWrong: boolean }

/** Valid values only; then each invalid value in each parameter, with only the required ones and with all. */
function triesOf(call: Endpoint): Try[] {
  const fields = fieldsOf(call)
  if (fields.length === 0) return []
  // A cursor belongs to the other parameters of the previous page.
  const usual = fields.filter(({ name }) => name !== 'cursor')
  const bases = [usual.filter(isNeeded), usual]
  return bases.flatMap((base) => [
    { call, query: written(base).join('&'), names: [], isWrong: false },
    ...fields.flatMap(({ name, schema }) => {
      const otherParameters = written(base.filter((field) => field.name !== name))
      return [...wrongValues, ...repeated].flatMap((values) => {
        const query = values.map((value) => `${name}=${value}`)
        const isWrong = !z.safeParse(schema, queryOf(query.join('&'))[name]).success
        // Valid values may contradict each other: a period may end before its beginning.
        const names = isWrong ? [name] : fields.map((field) => field.name)
        return isWrong && base !== usual
          ? []
          : [{ call, query: [...otherParameters, ...query].join('&'), names, isWrong }]
      })
    }),
  ])
}

/** Parsed as the server parses a URL. */
function queryOf(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}

const callerOf = ({ access }: Endpoint): Person | undefined => {
  if (access === 'public') return undefined
  return people[
    (['admin', 'technician', 'user', 'clinician'] as const).find((role) => access.includes(role)) ?? 'user'
  ]
}

const isStream = ({ path }: Endpoint) => path.endsWith('/stream') || path === '/api/live'

/** What is wrong with the answer; null if nothing. */
async function faultOf({ call, query, names, isWrong }: Try): Promise<string[]> {
  // An accepted stream never ends.
  if (isStream(call) && call.query?.safeParse(queryOf(query)).success) return []
  const path = `${pathOfNothing(call.path)}?${query}`
  const answer = await lab.callAtOnce(call.method, path, { by: callerOf(call) })
  const { statusCode: status } = answer
  const refused = status === 400 || status === 422
  const named = refused
    ? Object.keys(answer.json().fields ?? {}).map((field) => field.split('.')[0] ?? '')
    : []
  const isRight = refused ? names.some((name) => named.includes(name)) : status < 500 && !isWrong
  return isRight ? [] : [`${callName(call)}?${query.slice(-200)}: ${status} ${answer.body.slice(0, 160)}`]
}

it('a wrong value in any query parameter of any call is refused with the parameter’s name or has no effect', async () => {
  const calls = (await everyCall()).filter(({ method, path }) => lab.app.hasRoute({ method, url: path }))
  const tries = calls.flatMap(triesOf)
  expect(tries.length).toBeGreaterThan(5_000)
  const faults: string[] = []
  const next = tries.values()
  const work = async () => {
    for (const one of next) faults.push(...(await faultOf(one)))
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(faults).toEqual([])
}, 300_000)
