import type { DB } from '../schema.gen.ts'

/** What a column holds: `text`, `jsonb` or `bytea`. */
export type Kind = 'text' | 'json' | 'bytes'

/** The encrypted columns, and the primary key of each table, of type `uuid`, whose last column alone identifies a row. */
export const encryptedTables = {
  apiPatient: { key: ['id'], columns: { value: 'text' } },
  contactAnswer: { key: ['id'], columns: { text: 'text' } },
  contactMessage: { key: ['id'], columns: { name: 'text', message: 'text' } },
  hl7File: { key: ['id'], columns: { bytes: 'bytes' } },
  hl7Message: { key: ['id'], columns: { bytes: 'bytes' } },
  instrumentMessage: { key: ['siteId', 'id'], columns: { bytes: 'bytes' } },
  orderPage: { key: ['siteId', 'id'], columns: { content: 'bytes' } },
  outbox: { key: ['id'], columns: { subject: 'text', body: 'text', secret: 'json' } },
  personIdentifier: { key: ['id'], columns: { value: 'text' } },
  secondFactor: { key: ['accountId'], columns: { secret: 'bytes' } },
  smsReply: { key: ['id'], columns: { text: 'text' } },
  taskAttachment: { key: ['siteId', 'id'], columns: { content: 'bytes' } },
} as const satisfies {
  [Table in keyof DB]?: {
    key: readonly (keyof DB[Table] & string)[]
    columns: { [Column in keyof DB[Table]]?: Kind }
  }
}

type Tables = typeof encryptedTables
export type EncryptedTable = keyof Tables
/** An encrypted column as `table.column`. */
export type EncryptedColumn = {
  [Table in EncryptedTable]: `${Table}.${keyof Tables[Table]['columns'] & string}`
}[EncryptedTable]
