import { useEffect, useRef, useState } from 'react'
import type { ResultForm } from '#contract/results.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { CallForm } from './call-form.tsx'
import css from './callback-notice.module.css'
import { outcomeWords } from './callback-words.ts'
import entry from './entry-panel.module.css'

type Callback = ResultForm['callbacks'][number]

/** A critical value: by when somebody must be told, or who was, and every call about it. */
export function CallbackNotice({ callback, zone }: { callback: Callback; zone: string }) {
  const [open, setOpen] = useState(false)
  const own = useRef<HTMLDivElement>(null)
  const anchor = `callback-${callback.id}`
  // The results are loaded after the screen, too late for the browser to scroll to the fragment of the address.
  useEffect(() => {
    if (window.location.hash === `#${anchor}`) own.current?.scrollIntoView({ block: 'center' })
  }, [anchor])
  const { analyte, value, dueAt, toldTo, toldAt, toldBy } = callback
  if (toldAt !== null) {
    return (
      <Notice kind="ok" id={anchor} ref={own} className={entry.notice}>
        <p>
          {analyte}: {value} is critical. {toldTo} was told <When at={toldAt} zone={zone} distance={false} />{' '}
          by {toldBy}.
        </p>
        <Tries callback={callback} zone={zone} />
      </Notice>
    )
  }
  return (
    <Notice kind="error" role="alert" id={anchor} ref={own} className={entry.notice}>
      <p>
        <strong>
          {analyte}: {value} is critical.
        </strong>{' '}
        Call whoever treats the patient by <When at={dueAt} zone={zone} />.
      </p>
      <Tries callback={callback} zone={zone} />
      <Button variant="danger" onClick={() => setOpen(true)}>
        Note the call about {analyte}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`${analyte}: ${value}. Who was called?`}>
        <CallForm id={callback.id} onDone={() => setOpen(false)} />
      </Dialog>
    </Notice>
  )
}

/** Every call, the one that told it too: by which number, and what was noted. */
function Tries({ callback: { tries }, zone }: { callback: Callback; zone: string }) {
  if (tries.length === 0) return null
  return (
    <ul className={css.tries} aria-label="Calls so far">
      {tries.map(({ id, at, called, way, outcome, by, note, otherValue }) => (
        <li key={id}>
          <When at={at} zone={zone} distance={false} />: {called}
          {way && `, ${way}`}, <strong>{outcomeWords[outcome].said}</strong>
          {otherValue !== null && ` (then ${otherValue})`}. By {by}.{note && ` ${note}`}
        </li>
      ))}
    </ul>
  )
}
