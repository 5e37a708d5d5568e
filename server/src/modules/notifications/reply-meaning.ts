const words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'ARRET', 'ARRÊT'],
  start: ['START', 'UNSTOP'],
  confirm: ['1', 'YES', 'CONFIRM', 'OUI', 'CONFIRMER'],
  cancel: ['C', 'CANCEL', 'ANNULER'],
} as const

export type ReplyMeaning = keyof typeof words | 'unknown'

/** The meaning of a reply: known only if the whole text is one of the words. */
export function meaningOf(text: string): ReplyMeaning {
  const said = text
    .toUpperCase()
    .replace(/[\s.!"']+/g, ' ')
    .trim()
  const entries = Object.entries(words) as [keyof typeof words, readonly string[]][]
  return entries.find(([, known]) => known.includes(said))?.[0] ?? 'unknown'
}
