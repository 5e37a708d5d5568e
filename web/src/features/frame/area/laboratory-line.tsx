import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../../api/queries.ts'
import { classNames } from '../../../lib/class-names.ts'
import { dayOf, longDay } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'

/** Whose laboratory this is and which day it is there. Says nothing until it is known: nothing waits for it. */
export function LaboratoryLine() {
  const { data } = useQuery({ ...queryFor(laboratory), staleTime: Number.POSITIVE_INFINITY })
  const now = useNow()
  const zone = data?.sites[0]?.timeZone
  return (
    <p className="flex min-w-0 gap-3 text-ink-soft max-xl:hidden">
      {data?.logo && (
        <img src={data.logo} alt="" className="h-7 max-w-24 rounded-sm bg-white object-contain" />
      )}
      {data && <span className="truncate">{data.name}</span>}
      {zone && (
        <span className={classNames('whitespace-nowrap', data && 'before:me-3 before:content-["·"]')}>
          {longDay(dayOf(now, zone))}
        </span>
      )}
    </p>
  )
}
