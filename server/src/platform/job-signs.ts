import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/** An idle worker asks for a job every `pollMs`. */
export const pollMs = 2_000
/** One that has had no answer for so long has lost the database, or itself. Two pulses take less, and tell more. */
const silentMs = 15_000
const pulseMs = 5_000

export type JobSigns = {
  /** For graphile-worker to tell of what it does. */
  readonly events: WorkerEvents
  /** The name under which its jobs are locked. */
  id(): string
  /** Whether a worker is at a job, or was answered lately when it asked for one. */
  isRunning(): boolean
  /** From here on a shutdown is our own doing, and no sign. */
  expectShutdown(): void
  end(): void
}

type Worker = { atJob: boolean; answered: boolean; lastAt: number }

/** Watches one life of graphile-worker, and calls `lose` at each sign that it goes on no longer. */
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
  events.on('pool:listen:error', ({ error }) => lose(`it hears of no new jobs: ${String(error)}`))
  events.on('pool:fatalError', ({ error }) => lose(`the end of a job could not be noted: ${String(error)}`))
  events.on('pool:gracefulShutdown', ({ message }) => lose(message))

  const watch = setInterval(() => {
    if ([...workers.values()].some(isSilent)) lose('a worker asked for a job and was not answered')
  }, pulseMs)
  watch.unref()
  // A connection that died without a word (a firewall, a pulled plug) is noticed by a question that is not answered.
  events.on('pool:listen:success', ({ client }) => {
    let asked = false
    const pulse = setInterval(() => {
      if (asked) lose('the connection that hears of new jobs does not answer', true)
      asked = true
      client.query('select 1').then(
        () => {
          asked = false
        },
        (error: unknown) => lose(`it hears of no new jobs: ${String(error)}`),
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
