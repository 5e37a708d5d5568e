import type { EncryptedColumn } from './encrypted-tables.ts'

/** A number as it is compared: without spaces and punctuation, in small letters. */
export const withoutPunctuation = (text: string): string => text.replace(/[ \-./]/g, '').toLowerCase()

/** Encrypted columns that are found by their whole value: by a keyed hash of it, in the column `value_hash`. A value is hashed as it is compared. */
const hashedColumns = {
  'apiPatient.value': (text: string) => text,
  'personIdentifier.value': withoutPunctuation,
} as const satisfies { [Column in EncryptedColumn]?: (text: string) => string }

export type HashedColumn = keyof typeof hashedColumns

export const isHashed = (column: EncryptedColumn): column is HashedColumn => column in hashedColumns

/** What is hashed of a value. The column is a part of it, so that hashes of two columns cannot be compared. */
export const hashedText = (column: HashedColumn, text: string): string =>
  `${column}\n${hashedColumns[column](text)}`
