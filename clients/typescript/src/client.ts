import { type Calls, calls } from './calls.gen.ts'
import { PhialError } from './phial-error.ts'

export type PhialOptions = {
  /** The address of the laboratory, for example https://lab.example. */
  url: string
  /** An API key (phk_…). Public calls need none. */
  key?: string
  /** How often a call is repeated that the laboratory could not answer. Default: 3. */
  retries?: number
  /** Milliseconds after which an attempt fails. Default: 30,000. */
  timeout?: number
}

export type CallOptions = {
  /** Instead of one that the client makes, for a call that is repeated after a restart of the program. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A method for each call. Path parameters, query and body are one object. */
export type PhialClient = {
  [Name in keyof Calls]: Record<never, never> extends Calls[Name]['input']
    ? (input?: Calls[Name]['input'], options?: CallOptions) => Promise<Calls[Name]['output']>
    : (input: Calls[Name]['input'], options?: CallOptions) => Promise<Calls[Name]['output']>
}

type How = {
  method: string
  path: string
  query: readonly string[]
  /** The call takes an idempotency key. */
  key?: boolean
  /** The call can be repeated although it is not known whether it was made. */
  repeatable?: boolean
  file?: boolean
}

export function createClient(options: PhialOptions): PhialClient {
  const methods = Object.entries(calls).map(([name, how]) => [
    name,
    (input: Record<string, unknown> = {}, more: CallOptions = {}) => callOf(options, how, input, more),
  ])
  return Object.fromEntries(methods)
}

async function callOf(options: PhialOptions, how: How, input: Record<string, unknown>, more: CallOptions) {
  const request = requestOf(options, how, input, more)
  const { retries = 3 } = options
  for (let attempt = 0; ; attempt++) {
    const { answer, error } = await attemptOf(request, how, options.timeout ?? 30_000, more.signal)
    if (!error) return answer
    if (attempt >= retries || more.signal?.aborted || !mayRepeat(how, error)) throw error
    await pause(error.retryAfter ?? 0.2 * 2 ** attempt * (0.5 + Math.random()), more.signal)
  }
}

function requestOf(
  { url, key }: PhialOptions,
  how: How,
  input: Record<string, unknown>,
  more: CallOptions,
): Request {
  const rest = { ...input }
  const path = how.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (value === undefined) throw new TypeError(`The parameter ${name} is missing`)
    return encodeURIComponent(String(value))
  })
  const address = new URL(url.replace(/\/$/, '') + path)
  for (const name of how.query) {
    for (const value of [rest[name]].flat())
      if (value !== undefined) address.searchParams.append(name, String(value))
    delete rest[name]
  }
  const hasBody = how.method !== 'GET' && Object.keys(rest).length > 0
  return new Request(address, {
    method: how.method,
    redirect: 'error',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(how.key && { 'idempotency-key': more.idempotencyKey ?? crypto.randomUUID() }),
    },
    ...(hasBody && { body: JSON.stringify(rest) }),
  })
}

type Failure = PhialError & { retryAfter?: number }

async function attemptOf(request: Request, how: How, timeout: number, signal: AbortSignal | undefined) {
  try {
    const ends = [AbortSignal.timeout(timeout), signal].filter((one) => one !== undefined)
    const response = await fetch(request.clone(), { signal: AbortSignal.any(ends) })
    if (response.ok) return { answer: await read(response, how), error: null }
    const error: Failure = new PhialError(response.status, await response.json().catch(() => ({})))
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (seconds >= 0) error.retryAfter = seconds
    return { answer: undefined, error }
  } catch (cause) {
    const said = { message: 'The laboratory could not be reached', code: 'unreachable' }
    return { answer: undefined, error: new PhialError(0, said, { cause }) as Failure }
  }
}

async function read(response: Response, how: How): Promise<unknown> {
  if (response.status === 204) return undefined
  return how.file ? new Uint8Array(await response.arrayBuffer()) : response.json()
}

/** After these the laboratory has changed nothing. */
const unchanged = ['too_many_requests', 'busy', 'unavailable']

const mayRepeat = ({ repeatable }: How, { status, code }: PhialError) =>
  unchanged.includes(code) || (repeatable === true && (status === 0 || status >= 500))

const pause = (seconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
