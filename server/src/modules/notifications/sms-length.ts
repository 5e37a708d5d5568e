/** The alphabet of GSM 03.38 (3GPP TS 23.038), its basic table and the signs that cost two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

export type SmsLength = {
  encoding: 'GSM-7' | 'UCS-2'
  /** As the network counts: septets, or UTF-16 code units. */
  units: number
  /** Number of SMS, each of which is paid for. */
  segments: number
}

/** How long a text is on the air. A sign outside GSM-7 turns the whole text to UCS-2, 70 to a message in place of 160. */
export function smsLength(text: string): SmsLength {
  const signs = [...text]
  const seven = signs.every((sign) => basic.has(sign) || extended.has(sign))
  const units = seven ? signs.reduce((sum, sign) => sum + (extended.has(sign) ? 2 : 1), 0) : text.length
  const [single, joined] = seven ? [160, 153] : [70, 67]
  const segments = units <= single ? 1 : Math.ceil(units / joined)
  return { encoding: seven ? 'GSM-7' : 'UCS-2', units, segments }
}

/** Similar characters of GSM-7, for those that would double the price of a text in French or Twi. */
const plain: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'âáãÂÁÃÀ'].map((sign) => [sign, /\p{Lu}/u.test(sign) ? 'A' : 'a'])),
  ...Object.fromEntries([...'êëÊËÈ'].map((sign) => [sign, /\p{Lu}/u.test(sign) ? 'E' : 'e'])),
  ...Object.fromEntries([...'îïíÎÏÍ'].map((sign) => [sign, /\p{Lu}/u.test(sign) ? 'I' : 'i'])),
  ...Object.fromEntries([...'ôóõÔÓÕ'].map((sign) => [sign, /\p{Lu}/u.test(sign) ? 'O' : 'o'])),
  ...Object.fromEntries([...'ûúÛÚÙ'].map((sign) => [sign, /\p{Lu}/u.test(sign) ? 'U' : 'u'])),
  ç: 'c',
  // As Twi is written on telephones that lack its letters.
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  œ: 'oe',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/** The text in GSM-7 if similar characters make that possible, else unchanged: a name in another alphabet keeps its letters. */
export function fitGsm7(text: string): string {
  const fitted = [...text].map((sign) => (basic.has(sign) ? sign : (plain[sign] ?? sign))).join('')
  return smsLength(fitted).encoding === 'GSM-7' ? fitted : text
}
