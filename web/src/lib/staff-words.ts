import { i18n } from './i18n.ts'
import { documentLanguage } from './locale.ts'

/** Loads the texts of the staff's screens; before the first of them, since its module holds texts. In Twi there are none. */
export async function loadStaffWords(): Promise<void> {
  if (documentLanguage() !== 'fr') return
  const { messages } = await import('../../words/fr/staff.po')
  i18n.load('fr', messages)
}
