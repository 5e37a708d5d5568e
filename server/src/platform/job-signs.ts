import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/** An idle worker asks for a job every `pollMs`. */
export const pollMs = 2_000
/** A worker without an answer for this long counts as lost. Two pulses take less time and give a more precise reason. */
const silentMs = 15_000
const pulseMs = 5_000

export type JobSigns = {
  /** Passed to graphile-worker, which emits its events here. */
  readonly events: WorkerEvents
  /** The name under which its jobs are locked. */
  id(): string
  /** Whether a worker runs a job, or has lately got an answer when it asked for one. */
  isRunning(): boolean
  /** After this call a shutdown is intended and does not count as a loss. */
  expectShutdown(): void
  end(): void
}

type Worker = { atJob: boolean; answered: boolean; lastAt: number }

/** Watches one run of graphile-worker, and calls `lose` at each sign that it has stopped working. */
export function watchJobSigns(lose: (reason: string, silent?: boolean) => void): JobSigns {
  const events: WorkerEvents = new EventEmitter()
  const workers = new Map<unknown, Worker>()
  let id = ''
  const note = (worker: unknown, atJob: boolean) =>
    workers.set(worker, { atJob, answered: true, lastAt: performance.now() })
  const isSilent = ({ atJob, lastAt }: Worker) => !atJob && performance.now() - lastAt > silentMs

  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('worker:create', ({ worker }) =>
    workers.set(worker, { atJob: false, answered: false, lastAt: performance.now() }),
  )
  events.on('worker:getJob:empty', ({ worker }) => note(worker, false))
  events.on('job:start', ({ worker }) => note(worker, true))
  events.on('job:complete', ({ worker }) => note(worker, false))
  events.on('pool:listen:error', ({ error }) => lose(`LISTEN failed: ${String(error)}`))
  events.on('pool:fatalError', ({ error }) =>
    lose(`the end of a job could not be recorded: ${String(error)}`),
  )
  events.on('pool:gracefulShutdown', ({ message }) => lose(message))

  const watch = setInterval(() => {
    if ([...workers.values()].some(isSilent)) lose('a worker asked for a job and got no answer')
  }, pulseMs)
  watch.unref()
  // A connection that died without an error (a firewall, a pulled plug) is detected by a query without an answer.
  events.on('pool:listen:success', ({ client }) => {
    let asked = false
    const pulse = setInterval(() => {
      if (asked) lose('the LISTEN connection does not answer', true)
      asked = true
      client.query('select 1').then(
        () => {
          asked = false
        },
        (error: unknown) => lose(`LISTEN failed: ${String(error)}`),
      )
    }, pulseMs)
    pulse.unref()
    client.once('end', () => clearInterval(pulse))
  })

  return {
    events,
    id: () => id,
    isRunning: () => [...workers.values()].some((worker) => worker.answered && !isSilent(worker)),
    expectShutdown: () => void events.removeAllListeners('pool:gracefulShutdown'),
    end: () => clearInterval(watch),
  }
}
