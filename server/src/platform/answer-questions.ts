import { parentPort } from 'node:worker_threads'

/** In the file of a thread: what it answers. Question and answer are copied on their way, so they hold no functions. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  parentPort?.on('message', async (question: Question) => {
    parentPort?.postMessage(await answer(question))
  })
}
