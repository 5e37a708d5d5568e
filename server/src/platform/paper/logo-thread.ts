import { answerQuestions } from '../answer-questions.ts'
import { type PrintSize, printableLogo } from './printable-logo.ts'

answerQuestions(({ content, ...logo }: { type: string; content: Uint8Array; size?: PrintSize }) =>
  printableLogo({ ...logo, content: Buffer.from(content) }),
)
