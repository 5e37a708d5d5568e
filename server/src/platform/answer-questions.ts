import { parentPort } from 'node:worker_threads'

/** Called by the file of a thread with its handler. Question and answer are copied, so they cannot contain functions. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  parentPort?.on('message', async (question: Question) => {
    parentPort?.postMessage(await answer(question))
  })
}
