import { type Profile, updateProfile } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { keepLanguage, keptLanguage } from '../../api/kept-language.ts'
import { documentLanguage, languagesOf } from '../../lib/locale.ts'

/**
 * Shows the screens in the language of whoever is signed in. What they chose in this browser before they signed in is newer than
 * what their account says, and is kept with it. Otherwise the account decides, also where somebody else signed in before.
 */
export async function followLanguage({ role, language: own }: Profile): Promise<void> {
  const kept = keptLanguage()
  const offered = languagesOf(role)
  const chosen = kept?.by === 'visitor' && offered.includes(kept.language) ? kept.language : null
  if (chosen !== null && chosen !== own) await call(updateProfile, { body: { language: chosen } })
  const language = chosen ?? (offered.includes(own) ? own : 'en')
  keepLanguage({ language, by: 'account' })
  if (language !== documentLanguage()) await reload()
}

/** Nothing more happens in this document: a screen in the wrong language would be seen for a moment. */
function reload(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}
