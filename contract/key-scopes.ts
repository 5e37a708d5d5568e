import { keysOf } from './keys-of.ts'
import type { Permission } from './permissions.ts'

/**
 * The permissions of API keys. Each stands for a group of calls, which name it in `scope`; a call that names none is refused to keys.
 * `grants`: the permission of staff with which the calls of the group are made.
 */
export const keyScopes = {
  'visits:read': { label: 'Read visits', grants: [] },
  'visits:book': { label: 'Book, move and cancel visits', grants: ['appointments'] },
  'patients:read': { label: 'Find patients', grants: ['patients'] },
  'results:read': { label: 'Read released results', grants: [] },
  webhooks: { label: 'Add and end its webhooks', grants: [] },
} as const satisfies Readonly<Record<string, { label: string; grants: readonly Permission[] }>>
export type KeyScope = keyof typeof keyScopes
export const keyScopeNames = keysOf(keyScopes)

/** What an API key begins with. */
export const keyPrefix = 'phk_'
