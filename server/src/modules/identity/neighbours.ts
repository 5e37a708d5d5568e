import type { Context, SignedIn } from '#server/platform/context.ts'

/** What this module needs of those that stand on it, and so may not import: handed in by the application. */
export type Neighbours = {
  /** Cancels what an account has to come, in the transaction that closes it. */
  cancelVisitsOfAccount(context: SignedIn, accountId: string): Promise<unknown>
  /** Puts back in the queue what somebody works on, in the transaction that closes their account. */
  returnTasksOf(context: SignedIn, accountId: string): Promise<unknown>
  /** Turns push off where sessions end by a deed: in one, or in all but one. In the transaction of that deed. */
  forgetDevices(
    context: Pick<Context, 'db'>,
    accountId: string,
    sessions: { only: Buffer } | { except: Buffer | null },
  ): Promise<unknown>
  /** Takes somebody who leaves off the plan, in the same transaction. */
  endShiftsOf(context: SignedIn, accountId: string): Promise<unknown>
  laboratorySettings(context: Context): Promise<{ name: string; phone: string }>
}
