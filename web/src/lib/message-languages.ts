import { t } from '@lingui/core/macro'
import { languageLabels, languages } from '#contract/options.ts'

/** The languages of messages, to choose from in the settings. No speaker has confirmed the built-in texts in Twi yet. */
export const messageLanguages = languages.map((value) => ({
  value,
  label: value === 'tw' ? t`Twi (to be checked by a speaker)` : languageLabels[value],
}))
