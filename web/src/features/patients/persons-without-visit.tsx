import { useQuery } from '@tanstack/react-query'
import { searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import css from './patients.module.css'
import { PersonLinks } from './person-facts.tsx'

/** Persons who were written down before their first visit: the list of patients goes by accounts and visits. */
export function PersonsWithoutVisit({ search }: { search: string }) {
  const found = useQuery({
    ...queryFor(searchPeople, { query: { search } }),
    enabled: search.length >= 2,
  })
  const people = found.data?.people.filter(({ visits }) => visits === 0) ?? []
  if (people.length === 0) return null
  return (
    <section aria-labelledby="without-visit" className={css.part}>
      <h2 id="without-visit">Without a visit yet</h2>
      <PersonLinks people={people} />
    </section>
  )
}
