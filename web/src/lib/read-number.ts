/**
 * A typed quantity: a comma or a point before the decimals, nothing else between the digits. Null for what is no such
 * number, and for a comma that may part thousands ("10,500" where one decimal is usual): a guess could be a thousandfold.
 */
export function readNumber(typed: string, decimals: number | null): number | null {
  const text = typed.trim()
  const match = /^[-+]?\d+(?:([.,])(\d+))?$/.exec(text)
  if (!match) return null
  const [, mark, places = ''] = match
  if (mark === ',' && places.length === 3 && (decimals ?? 0) < 3) return null
  return Number(text.replace(',', '.'))
}
