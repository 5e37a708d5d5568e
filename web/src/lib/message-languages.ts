import { t } from '@lingui/core/macro'
import { languageLabels, languages } from '#contract/options.ts'

/** The languages of messages, to choose from in the settings. Twi has a mark until a manager confirms that a speaker has checked it. */
export const messageLanguages = (isTwiConfirmed: boolean) =>
  languages.map((value) => ({
    value,
    label: value === 'tw' && !isTwiConfirmed ? t`Twi (to be checked by a speaker)` : languageLabels[value],
  }))
