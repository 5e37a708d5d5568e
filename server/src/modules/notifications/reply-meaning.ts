const words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'ARRET', 'ARRÊT'],
  start: ['START', 'UNSTOP'],
  confirm: ['1', 'YES', 'CONFIRM', 'OUI', 'CONFIRMER'],
  cancel: ['C', 'CANCEL', 'ANNULER'],
} as const

export type ReplyMeaning = keyof typeof words | 'unknown'

/** What an answer says: the whole of it is one of the words, or nobody acts on it. */
export function meaningOf(text: string): ReplyMeaning {
  const said = text
    .toUpperCase()
    .replace(/[\s.!"']+/g, ' ')
    .trim()
  const entries = Object.entries(words) as [keyof typeof words, readonly string[]][]
  return entries.find(([, known]) => known.includes(said))?.[0] ?? 'unknown'
}
