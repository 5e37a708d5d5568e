import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../api/queries.ts'

/** The board of a laboratory with one site, without its id to type. */
export const Route = createFileRoute('/board/')({
  beforeLoad: async ({ context }) => {
    const { sites } = await context.queryClient.ensureQueryData(queryFor(laboratory))
    const site = sites[0]?.id
    if (site === undefined) throw notFound()
    throw redirect({ to: '/board/$site', params: { site }, replace: true })
  },
})
