import { createHash } from 'node:crypto'
import { tableOf } from '../statement-times.ts'
import { type Attributes, beginStep, isTracing, type OpenSpan } from './traced.ts'

type Described = { name: string; attributes: Attributes }

/** Bounded like the prepared statements: texts with lists of any length are described anew each time. */
const mostTexts = 1000
const described = new Map<string, Described>()

/** The span of a statement has its operation, its first table and the hash of its text: never the text, nor a parameter. */
export const beginStatement = (text: string): OpenSpan | null =>
  isTracing() ? beginStep(() => describe(text)) : null

function describe(text: string): Described {
  const known = described.get(text)
  if (known) return known
  const [operation, table] = [operationOf(text), tableOf(text)]
  const found = {
    name: table === 'none' ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== 'none' && { 'db.collection.name': table }),
      'phial.statement.hash': createHash('sha256').update(text).digest('hex').slice(0, 12),
    },
  }
  if (described.size < mostTexts) described.set(text, found)
  return found
}

/** A statement with common table expressions is what it changes, if it changes something. */
function operationOf(text: string): string {
  const first = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'NONE'
  if (first !== 'WITH') return first
  return /\b(insert|update|delete|merge)\b/i.exec(text)?.[0].toUpperCase() ?? 'SELECT'
}
