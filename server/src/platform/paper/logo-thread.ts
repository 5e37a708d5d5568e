import { answerQuestions } from '../answer-questions.ts'
import { printableLogo } from './printable-logo.ts'

answerQuestions(({ type, content }: { type: string; content: Uint8Array }) =>
  printableLogo({ type, content: Buffer.from(content) }),
)
