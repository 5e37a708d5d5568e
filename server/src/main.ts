import { StartupError } from './platform/startup-error.ts'
import { startProduct } from './start-product.ts'

function fail(error: unknown): never {
  if (error instanceof StartupError) {
    process.stderr.write(`${error.message}\n`)
  } else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    process.stderr.write('The port is taken by another program. Set PORT to a free one.\n')
  } else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  process.exit(1)
}

const running = startProduct(fail)
running.catch(fail)

/** A signal to a process group arrives directly and once more through npm (`scripts/processes.js`). */
const echoMs = 300
let askedAt: number | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const now = performance.now()
    if (askedAt === null) {
      askedAt = now
      // Ctrl-C comes from somebody at a terminal, not from a rolling restart.
      running.then((stop) => stop({ atOnce: signal === 'SIGINT' })).then(() => process.exit(0), fail)
    } else if (now - askedAt > echoMs) {
      // A second signal ends the process at once.
      process.exit(1)
    }
  })
}
