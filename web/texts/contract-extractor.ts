import { relative } from 'node:path'
import type { ExtractorType } from '@lingui/conf'

/** Takes the contract's texts from the lists beside this file. Their ids are the texts themselves. */
export const contractExtractor: ExtractorType = {
  match: (file) => /\/texts-for-\w+\.ts$/.test(file),
  async extract(file, _code, onMessageExtracted) {
    const { default: texts } = (await import(file)) as { default: string[] }
    for (const text of texts)
      onMessageExtracted({ id: text, message: text, origin: [relative(process.cwd(), file), 1] })
  },
}
