import { Worker } from 'node:worker_threads'
import { Refusal } from './errors.ts'
import { createTurns } from './turns.ts'

/** Answers one question after the other beside the thread that answers requests. The file calls `answerQuestions`. */
export type Thread<Question, Answer> = {
  /** Rejects when the thread fails; the next question starts another. */
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}

/** For questions from outside. What goes beyond is refused: `too_large` with `tooMuch`, `busy` with its message. */
export type Bounds = { seconds: number; megabytes: number; waiting: number; tooMuch: string; busy: string }

type Asked<Answer> = { resolve(answer: Answer): void; reject(error: unknown): void }

/**
 * Started by the first question. With bounds it ends with each answer and its memory with it; without, it is kept and any
 * number may wait.
 */
export function createThread<Question, Answer>(file: URL, bounds?: Bounds): Thread<Question, Answer> {
  const turns = createTurns(1, bounds?.waiting ?? Number.POSITIVE_INFINITY, bounds?.busy ?? '')
  let worker: Worker | null = null
  let asked: Asked<Answer> | null = null

  function start(): Worker {
    const fresh = new Worker(file, {
      resourceLimits: bounds ? { maxOldGenerationSizeMb: bounds.megabytes } : {},
    })
    // It never keeps a process alive that has nothing else to do.
    fresh.unref()
    const fail = (error: unknown) => {
      // The end of a thread that was given up is nothing to the question that its successor has.
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
