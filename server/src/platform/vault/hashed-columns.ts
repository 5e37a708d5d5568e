import type { EncryptedColumn } from './encrypted-tables.ts'

/** The form in which numbers are compared: in small letters, without spaces and punctuation. */
export const withoutPunctuation = (text: string): string => text.replace(/[ \-./]/g, '').toLowerCase()

/** Encrypted columns that are searched by the whole value: `value_hash` has a keyed hash of the form in which values are compared. */
const hashedColumns = {
  'apiPatient.value': (text: string) => text,
  'personIdentifier.value': withoutPunctuation,
} as const satisfies { [Column in EncryptedColumn]?: (text: string) => string }

export type HashedColumn = keyof typeof hashedColumns

export const isHashed = (column: EncryptedColumn): column is HashedColumn => column in hashedColumns

/** The input of the hash. It contains the column, so that the same value has another hash in another column. */
export const hashedText = (column: HashedColumn, text: string): string =>
  `${column}\n${hashedColumns[column](text)}`
