import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaredFor, Carer } from '#contract/care.ts'
import { NumberPaper } from '../../ui/bar-code.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { EndCareDialog } from './end-care-dialog.tsx'
import { relationToThemChoices, sayCarer, saySince, sayToMe } from './words.ts'

type Asked = 'share' | 'stop' | Carer | null

/** A person whose record the account opens, and what its holder may do for them. `accountId`: of that account. */
export function CaredForPart({ person, accountId }: { person: CaredFor; accountId: string }) {
  const [asked, setAsked] = useState<Asked>(null)
  const { id, fullName, number, kind, otherAccounts, mayShare } = person
  const isOwn = kind === 'self'
  const close = () => setAsked(null)
  return (
    <Card className="stack wrap-anywhere gap-3 [&_h2]:text-l" aria-labelledby={`person-${id}`}>
      <div>
        <h2 id={`person-${id}`} dir="auto">
          {fullName}
        </h2>
        <p className="hint">
          {sayToMe(kind)}, {saySince(person)}
        </p>
      </div>
      {otherAccounts.length === 0 ? (
        <p>
          <Trans>Nobody else opens this record.</Trans>
        </p>
      ) : (
        <div>
          <p>{isOwn ? t`Who else opens your record:` : t`Who else opens this record:`}</p>
          <ul className="stack mt-1 gap-3">
            {otherAccounts.map((other) => (
              <li
                key={other.accountId}
                className="row justify-between gap-x-4 gap-y-1 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_220px]"
              >
                <span>
                  <strong dir="auto">{other.fullName}</strong>, {sayCarer(other)}
                </span>
                {isOwn && (
                  <Button onClick={() => setAsked(other)}>
                    <Trans>
                      End<span className="visually-hidden"> for {other.fullName}</span>
                    </Trans>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="[&_summary]:list-item [&_summary]:min-h-target [&_summary]:cursor-pointer [&_summary]:py-2.5">
        <summary>
          <Trans>Person number, to show at the desk</Trans>
        </summary>
        <NumberPaper number={number} says={t`for the scanner of the desk`} />
      </details>
      <div className="flex flex-wrap gap-3">
        <Link
          to="/patient-dashboard/appointment-page"
          state={{ bookFor: id }}
          className={buttonClass({ variant: 'quiet' })}
        >
          {isOwn ? t`Book for me` : t`Book for ${fullName}`}
        </Link>
        {mayShare && (
          <Button onClick={() => setAsked('share')}>
            {isOwn ? t`Let somebody look after me` : t`Let somebody else look after ${fullName}`}
          </Button>
        )}
        {!isOwn && (
          <Button variant="plain" onClick={() => setAsked('stop')}>
            <Trans>Stop looking after {fullName}</Trans>
          </Button>
        )}
      </div>
      {asked === 'share' && (
        <CodeDialog
          person={person}
          title={isOwn ? t`Let somebody look after you` : t`Let somebody else look after ${fullName}`}
          kind={{
            label: isOwn ? t`How are you related to them?` : t`How is ${fullName} related to them?`,
            options: relationToThemChoices,
          }}
          onClose={close}
        >
          {isOwn
            ? t`They will see your visits and results, book and cancel. You can end this here at any time.`
            : t`They will see all visits and results, book and cancel. Only they themselves and the laboratory can end it.`}
        </CodeDialog>
      )}
      {asked === 'stop' && (
        <EndCareDialog
          personId={id}
          accountId={accountId}
          question={t`Stop looking after ${fullName}?`}
          yes={t`Stop looking after them`}
          onClose={close}
        >
          <Trans>
            You no longer see their visits and results. What you booked for them stays booked. To look after
            them again you need a code.
          </Trans>
        </EndCareDialog>
      )}
      {asked !== null && typeof asked === 'object' && (
        <EndCareDialog
          personId={id}
          accountId={asked.accountId}
          question={t`Close your record to ${asked.fullName}?`}
          yes={t`Close the record`}
          onClose={close}
        >
          <Trans>{asked.fullName} no longer sees your visits and results, and cannot book for you.</Trans>
        </EndCareDialog>
      )}
    </Card>
  )
}
