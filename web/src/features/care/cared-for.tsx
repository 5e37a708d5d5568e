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
        <p>Nobody else opens this record.</p>
      ) : (
        <div>
          <p>{isOwn ? 'Who else opens your record:' : 'Who else opens this record:'}</p>
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
                    End<span className="visually-hidden"> for {other.fullName}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="[&_summary]:list-item [&_summary]:min-h-target [&_summary]:cursor-pointer [&_summary]:py-2.5">
        <summary>Person number, to show at the desk</summary>
        <NumberPaper number={number} says="for the scanner of the desk" />
      </details>
      <div className="flex flex-wrap gap-3">
        <Link
          to="/patient-dashboard/appointment-page"
          state={{ bookFor: id }}
          className={buttonClass({ variant: 'quiet' })}
        >
          {isOwn ? 'Book for me' : `Book for ${fullName}`}
        </Link>
        {mayShare && (
          <Button onClick={() => setAsked('share')}>
            {isOwn ? 'Let somebody look after me' : `Let somebody else look after ${fullName}`}
          </Button>
        )}
        {!isOwn && (
          <Button variant="plain" onClick={() => setAsked('stop')}>
            Stop looking after {fullName}
          </Button>
        )}
      </div>
      {asked === 'share' && (
        <CodeDialog
          person={person}
          title={isOwn ? 'Let somebody look after you' : `Let somebody else look after ${fullName}`}
          kind={{
            label: isOwn ? 'What are you to them?' : `What is ${fullName} to them?`,
            options: relationToThemChoices,
          }}
          onClose={close}
        >
          They will see {isOwn ? 'your' : 'all'} visits and results, book and cancel.{' '}
          {isOwn
            ? 'You can end this here at any time.'
            : 'Only they themselves and the laboratory can end it.'}
        </CodeDialog>
      )}
      {asked === 'stop' && (
        <EndCareDialog
          personId={id}
          accountId={accountId}
          question={`Stop looking after ${fullName}?`}
          yes="Stop looking after them"
          onClose={close}
        >
          You no longer see their visits and results. What you booked for them stays booked. To look after
          them again you need a code.
        </EndCareDialog>
      )}
      {asked !== null && typeof asked === 'object' && (
        <EndCareDialog
          personId={id}
          accountId={asked.accountId}
          question={`Close your record to ${asked.fullName}?`}
          yes="Close it"
          onClose={close}
        >
          {asked.fullName} no longer sees your visits and results, and cannot book for you.
        </EndCareDialog>
      )}
    </Card>
  )
}
