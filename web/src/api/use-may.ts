import { useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { may, type Permission } from '#contract/permissions.ts'
import { queryFor } from './queries.ts'

/** Whether the person who is signed in has a permission. Every area loads the profile before its screens. */
export const useMay = (permission: Permission): boolean =>
  may(useSuspenseQuery(queryFor(readProfile)).data, permission)
