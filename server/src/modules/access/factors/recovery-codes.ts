import type { Db } from '#server/platform/database.ts'
import { type MadeCode, makeCode } from '../codes/codes.ts'

const recoveryCodes = 10

/** A recovery code as it is shown to its owner, in two halves. */
type RecoveryCode = MadeCode & { shown: string }

/** Makes recovery codes; call it outside of transactions, since each is hashed as slowly as a password. */
export async function makeRecoveryCodes(db: Db): Promise<RecoveryCode[]> {
  const made = await Promise.all(Array.from({ length: recoveryCodes }, () => makeCode(db)))
  return made.map((each) => ({ ...each, shown: `${each.code.slice(0, 4)}-${each.code.slice(4)}` }))
}
