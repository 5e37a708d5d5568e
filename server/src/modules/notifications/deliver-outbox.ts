import type { Context } from '#server/platform/context.ts'

export async function deliverOutbox(_context: Context): Promise<void> {}
