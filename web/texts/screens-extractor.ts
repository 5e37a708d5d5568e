import babelExtractor from '@lingui/cli/api/extractors/babel'
import type { ExtractorType } from '@lingui/conf'

/** Whatever has a message imports it from Lingui or from the modules of `runtimeConfigModule`. */
const mayHaveMessages = /@lingui\/|i18n|\bTrans\b/

/** Lingui's extractor. It parses each file, so the fifth of the source that cannot have a message is left out before. */
export const screensExtractor: ExtractorType = {
  ...babelExtractor,
  async extract(file, code, ...rest) {
    if (mayHaveMessages.test(code)) await babelExtractor.extract(file, code, ...rest)
  },
}
