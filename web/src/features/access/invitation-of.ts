import { queryOptions } from '@tanstack/react-query'
import { readInvitation } from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'

/** The invitation behind the token of a mailed link. */
export const invitationOf = (token: string) =>
  queryOptions({
    queryKey: [...keyOf(readInvitation), token],
    queryFn: () => call(readInvitation, { body: { token } }),
  })
