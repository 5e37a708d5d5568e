import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { listMissed } from '#contract/standing.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { sayList } from '../../lib/locale.ts'
import { longDay } from '../../lib/times.ts'
import { ListScreen } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'

/** Standing orders whose due day has passed without a visit, so that somebody calls the patient. */
export function MissedScreen() {
  const list = useList(listMissed, { query: { limit: 50 } })
  const namesSite = useNamesSite()
  return (
    <ListScreen
      title={t`Missed standing orders`}
      about={t`The due day has passed without a visit. Call the patient, book a visit here, or end the standing order on the patient’s record.`}
      list={list}
      caption={t`Missed standing orders`}
      rowKey={({ id }) => id}
      empty={{
        picture: <ChairDrawing />,
        title: t`No missed standing orders`,
        about: t`A standing order appears here when its due day passes without a visit.`,
      }}
      columns={[
        {
          header: t`Patient`,
          cell: ({ person }) => (
            <>
              <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
                <bdi>{person.fullName}</bdi>
              </Link>
              {person.phone !== '' && <span className="hint block">{person.phone}</span>}
            </>
          ),
        },
        { header: t`Tests`, cell: ({ tests }) => sayList(tests) },
        { header: t`Was due`, cell: ({ dueOn }) => longDay(dueOn) },
        { header: t`Site`, cell: ({ site }) => (namesSite(site.id) ? site.name : '–') },
        {
          header: t`Action`,
          align: 'end',
          cell: ({ id }) => (
            <Link
              to="/manager-dashboard/appointments/book"
              search={{ standing: id }}
              className={buttonClass()}
            >
              <Trans>Book</Trans>
            </Link>
          ),
        },
      ]}
    />
  )
}
