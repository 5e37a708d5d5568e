import { isAlive } from '#server/platform/postgres/staging.ts'
import { freePort, isReady, type ProductProcess, startProduct } from '../../server/tests/product-process.ts'
import { until } from './until.ts'

/** A server of the product, in one process after another. */
export type Server = {
  readonly url: string
  pid(): number
  kill(): Promise<void>
  /** Ends it as an operator does, without losing a request, and starts it again, in this version. */
  restart(): Promise<void>
  /** Starts it if it does not run, and waits until it is ready. */
  start(): Promise<void>
  /** The output of all its processes. */
  output(): string
  /** The end of the output of each process that ended without being killed. */
  readonly crashes: readonly string[]
}

const mostTries = 5

/** @param place where it runs, if not on the loopback of this machine */
export async function openServer(
  settings: Readonly<Record<string, string>>,
  place?: { host: string; port: number; inside: readonly string[]; code?: string | undefined },
): Promise<Server> {
  const where = place ?? { port: await freePort() }
  let version = place?.code
  const processes: ProductProcess[] = []
  const crashes: string[] = []
  /** As a supervisor does: a server that does not reach the primary when it starts ends, and is started again. */
  const launch = async (): Promise<ProductProcess> => {
    for (let tries = 1; ; tries++) {
      try {
        const process = await startProduct({ ...where, settings, code: version })
        processes.push(process)
        return process
      } catch (error) {
        if (tries === mostTries) throw error
      }
    }
  }
  let current = await launch()
  let isKilled = false
  const { url } = current
  const server: Server = {
    url,
    crashes,
    pid: () => current.pid,
    output: () => processes.map((process) => process.output()).join('\n'),
    async kill() {
      isKilled = true
      await current.end('SIGKILL')
    },
    async restart() {
      isKilled = true
      const code = await current.end('SIGTERM')
      if (code !== 0) crashes.push(`Ended with ${code}: ${endOf(current.output())}`)
      version = undefined
      await server.start()
    },
    async start() {
      if (!isAlive(current.pid)) {
        if (!isKilled) crashes.push(endOf(current.output()))
        current = await launch()
        isKilled = false
      }
      await until(
        () => isReady(url),
        async () => {
          const answer = await fetch(`${url}/readyz`).then((response) => response.text(), String)
          return `A server is not ready: ${answer}\n${endOf(current.output())}`
        },
      )
    },
  }
  return server
}

const endOf = (output: string): string => output.slice(-4_000)
