import type { Context } from '#server/platform/context.ts'

export async function ensureFirstManager(_context: Context): Promise<string | null> {
  return null
}
