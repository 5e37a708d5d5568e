import { createHash } from 'node:crypto'

/**
 * Stands for what was read, so that a change can say what it follows. Made of the content: it is the same for the same
 * settings, wherever and whenever they are read.
 */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
}
