import type { Context } from '#server/platform/context.ts'

/** What this module needs of those that it may not import: handed in by the application. */
export type Neighbours = {
  /** Turns push off in every browser of an account, in the transaction that ends its sessions. */
  forgetDevices(context: Pick<Context, 'db'>, accountId: string, sessions: { except: null }): Promise<unknown>
}
