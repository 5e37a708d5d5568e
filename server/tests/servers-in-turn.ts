import { forgetPlans } from '#server/modules/sites/index.ts'
import { type Stop, startProduct } from '#server/start-product.ts'

export type Order = { start: Readonly<Record<string, string>> } | 'stop'
export type Report = 'done' | { failed: string }

const environment = { ...process.env }
let running: Promise<Stop | undefined> = Promise.resolve(undefined)

function start(settings: Readonly<Record<string, string>>): Promise<unknown> {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, settings)
  // They are kept by the id of the site, which is the same in every copy of the installation.
  forgetPlans()
  running = startProduct(fail)
  return running
}

/** If it is called twice, both calls wait for the server to stop. */
function stop(): Promise<void> {
  const stopped = running.then(
    (stopRunning) => stopRunning?.({ atOnce: false }),
    () => {},
  )
  running = stopped.then(() => undefined)
  return stopped
}

/** Runs one server after another, as `server-process.ts` orders: what was loaded and compiled for the first serves all of them. */
process.on('message', (message) => {
  const order = message as Order
  const carriedOut = order === 'stop' ? stop() : start(order.start)
  carriedOut.then(
    () => report('done'),
    (error: unknown) => report({ failed: textOf(error) }),
  )
})

function report(what: Report): void {
  if (process.connected) process.send?.(what)
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function fail(error: unknown): void {
  process.stderr.write(`${textOf(error)}\n`)
  process.exit(1)
}

// If the run of the tests is killed, its end of the channel closes.
const leave = () => void stop().then(() => process.exit(0), fail)
process.once('disconnect', leave)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
