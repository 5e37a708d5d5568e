import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { dayOf, longDay } from '../../lib/times.ts'
import { useNow } from '../../ui/use-now.ts'
import css from './laboratory-line.module.css'

/** Whose laboratory this is and which day it is there. Says nothing until it is known: nothing waits for it. */
export function LaboratoryLine() {
  const { data } = useQuery({ ...queryFor(laboratory), staleTime: Number.POSITIVE_INFINITY })
  const now = useNow()
  const zone = data?.sites[0]?.timeZone
  return (
    <p className={css.line}>
      {data?.logo && <img src={data.logo} alt="" className={css.logo} />}
      {data && <span className={css.name}>{data.name}</span>}
      {zone && <span className={css.day}>{longDay(dayOf(now, zone))}</span>}
    </p>
  )
}
