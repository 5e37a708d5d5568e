import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { takeLongestWait } from '#server/platform/pool-waits.ts'
import { forgetServer, saveReport } from './queries-troubles.ts'
import { readClockOffset, readDisk, readOutsideOffset } from './read-machine.ts'

const everyMs = minutes(1)
/** An outside service is asked for its time at the first of so many reports. */
const outsideEvery = 15

type Means = Pick<Context, 'db' | 'config' | 'log'>

/** The name of this process among the servers of the laboratory. */
export const serverName = ({ port }: { port: number }): string => `${hostname()}:${port}`

/** Reports the machine of this process each minute, until it stops. */
export function watchMachine(means: Means): { stop(): Promise<void> } {
  const { db, config, log } = means
  const server = serverName(config)
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let reports = 0
  let outside = 0
  let last = Promise.resolve()
  const report = async () => {
    if (reports++ % outsideEvery === 0) outside = await readOutsideOffset(config)
    await reportMachine(means, { late: takeLate(delays), outside })
  }
  const start = () => {
    last = report().catch((error: unknown) =>
      log.warn({ err: error }, 'the state of this server could not be reported'),
    )
  }
  start()
  const timer = setInterval(start, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      delays.disable()
      await last
      await forgetServer(db, server)
    },
  }
}

/** Reports the machine of this process as it is now. */
export async function reportMachine(
  { db, config }: Pick<Means, 'db' | 'config'>,
  { late, outside }: { late: number; outside: number },
): Promise<void> {
  const { free, total } = await readDisk(config.dataDir)
  const offset = await readClockOffset(db)
  await saveReport(db, {
    server: serverName(config),
    diskFree: free,
    diskTotal: total,
    clockAhead: Math.abs(outside) > Math.abs(offset) ? outside : offset,
    clockSynchronized: await readSynchronized(),
    late,
    poolWait: takeLongestWait(),
  })
}

function takeLate(delays: ReturnType<typeof monitorEventLoopDelay>): number {
  const late = delays.percentile(99) / 1e9
  delays.reset()
  return late
}

/** Whether the operating system says that its clock is synchronized (systemd-timesyncd); null if it does not say. */
async function readSynchronized(): Promise<boolean | null> {
  const folder = '/run/systemd/timesync'
  if (!(await exists(folder))) return null
  return exists(`${folder}/synchronized`)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
