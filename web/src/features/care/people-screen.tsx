import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listCare } from '#contract/care.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AskCode } from './ask-code.tsx'
import { CaredForPart } from './cared-for.tsx'
import { TakeCode } from './take-code.tsx'

/** The persons whose visits and results an account opens, and the codes that open more of them. */
export function PeopleScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const {
    data: { people, codeBySms },
  } = useSuspenseQuery(queryFor(listCare))
  return (
    <Screen
      measure="text"
      rhythm="sections"
      title={t`People I look after`}
      about={t`Whose visits and results you see, and who else sees them.`}
    >
      {people.length === 0 ? (
        <EmptyState
          picture={<ChairDrawing />}
          title={t`Nobody yet`}
          about={t`You appear here with your first appointment, and so does everybody for whom you book.`}
          action={
            <Link to="/patient-dashboard/appointment-page" className={buttonClass({ variant: 'primary' })}>
              <Trans>Book an appointment</Trans>
            </Link>
          }
        />
      ) : (
        <div className="stack gap-4">
          {people.map((person) => (
            <CaredForPart key={person.id} person={person} accountId={me.id} />
          ))}
        </div>
      )}
      <div className="stack gap-6 [&_h2]:mb-2 [&_h2]:text-l">
        <TakeCode />
        {codeBySms && <AskCode />}
      </div>
    </Screen>
  )
}
