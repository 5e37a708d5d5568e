import { Worker } from 'node:worker_threads'
import { Refusal } from './errors.ts'
import { createTurns } from './turns.ts'

/** A worker thread that answers one question after the other. Its file calls `answerQuestions`. */
export type Thread<Question, Answer> = {
  /** Rejects when the thread fails; the next question starts another. */
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}

/** Limits for outside input. Beyond them a question is refused: `too_large` with `tooMuch`, or `busy` with its message. */
export type Bounds = { seconds: number; megabytes: number; waiting: number; tooMuch: string; busy: string }

type Asked<Answer> = { resolve(answer: Answer): void; reject(error: unknown): void }

/**
 * The first question starts the thread. With bounds it ends after each answer, which frees its memory. Without bounds it
 * keeps running, and any number of questions may wait.
 */
export function createThread<Question, Answer>(file: URL, bounds?: Bounds): Thread<Question, Answer> {
  const turns = createTurns(1, bounds?.waiting ?? Number.POSITIVE_INFINITY, bounds?.busy ?? '')
  let worker: Worker | null = null
  let asked: Asked<Answer> | null = null

  function start(): Worker {
    const fresh = new Worker(file, {
      resourceLimits: bounds ? { maxOldGenerationSizeMb: bounds.megabytes } : {},
    })
    // The thread alone must not keep the process alive.
    fresh.unref()
    const fail = (error: unknown) => {
      // The end of an abandoned thread must not reject the question of its successor.
      if (worker !== fresh) return
      worker = null
      asked?.reject(error)
    }
    fresh.on('message', (answer: Answer) => asked?.resolve(answer))
    fresh.on('error', fail)
    fresh.on('exit', () => fail(new Error(`The thread of ${file.pathname.split('/').at(-1)} has ended`)))
    return fresh
  }

  async function end(): Promise<void> {
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  async function askBounded(question: Question, { seconds, tooMuch }: Bounds): Promise<Answer> {
    const refusal = () => new Refusal('too_large', tooMuch)
    const timer = setTimeout(() => asked?.reject(refusal()), seconds * 1000)
    try {
      return await answerTo(question)
    } catch (error) {
      throw isOutOfMemory(error) ? refusal() : error
    } finally {
      clearTimeout(timer)
      await end()
    }
  }

  const answerTo = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      asked = { resolve, reject }
      worker ??= start()
      worker.postMessage(question)
    })

  return {
    ask: (question) => turns.take(() => (bounds ? askBounded(question, bounds) : answerTo(question))),
    async close() {
      asked?.reject(new Error('The thread was closed'))
      await end()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
