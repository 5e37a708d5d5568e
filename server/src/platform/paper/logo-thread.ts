import { answerQuestions } from '../answer-questions.ts'
import { safeFile } from '../file-types/safe-file.ts'
import type { CheckedLogo } from './check-logo.ts'
import { type PrintSize, printableLogo } from './printable-logo.ts'

answerQuestions(async ({ bytes, size }: { bytes: Uint8Array; size: PrintSize }): Promise<CheckedLogo> => {
  const file = await safeFile(bytes)
  if ('fault' in file) return file
  const { type, content } = file
  if (type === 'application/pdf') return { fault: 'Choose a PNG or JPEG picture.' }
  const printable = await printableLogo({ type, content: Buffer.from(content), size })
  return 'fault' in printable ? printable : { type, content, print: printable.print }
})
