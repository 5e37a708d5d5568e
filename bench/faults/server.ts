import { isAlive } from '#server/platform/postgres/staging.ts'
import { freePort, isReady, type ProductProcess, startProduct } from '../../server/tests/product-process.ts'
import { until } from './until.ts'

/** A server of the product, in one process after another. */
export type Server = {
  readonly url: string
  pid(): number
  kill(): Promise<void>
  /** Starts it if it does not run, and waits until it is ready. */
  start(): Promise<void>
  /** The output of all its processes. */
  output(): string
  /** The end of the output of each process that ended without being killed. */
  readonly crashes: readonly string[]
}

const mostTries = 5

export async function openServer(settings: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort()
  const processes: ProductProcess[] = []
  const crashes: string[] = []
  /** As a supervisor does: a server that does not reach the primary when it starts ends, and is started again. */
  const launch = async (): Promise<ProductProcess> => {
    for (let tries = 1; ; tries++) {
      try {
        const process = await startProduct({ port, settings })
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
  return {
    url,
    crashes,
    pid: () => current.pid,
    output: () => processes.map((process) => process.output()).join('\n'),
    async kill() {
      isKilled = true
      await current.end('SIGKILL')
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
}

const endOf = (output: string): string => output.slice(-4_000)
