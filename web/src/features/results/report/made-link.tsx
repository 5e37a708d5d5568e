import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

/** A link that was just made: here and nowhere else, since nobody else keeps its secret. */
export function MadeLink({ link, isScanned }: { link: string; isScanned: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  // Where the browser gives no clipboard, the link is marked for the person to copy.
  const copy = () =>
    navigator.clipboard
      ?.writeText(link)
      .then(() => setSaid(t`Copied.`))
      .catch(mark) ?? mark()
  const mark = () => {
    box.current?.querySelector('input')?.select()
    setSaid(t`The link is marked: copy it with your browser.`)
  }
  return (
    <div ref={box} className="mt-6 grid gap-3">
      <TextField
        name="link"
        label={t`Your link`}
        hint={
          isScanned
            ? t`Copy it now, or let it be scanned: it is not shown again.`
            : t`Copy it now: it is not shown again. What it says after the # opens it.`
        }
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      {isScanned && (
        <QrCode
          number={link}
          label={t`QR code of your link`}
          className="w-75 max-w-full rounded border bg-white"
        />
      )}
      <div className="row gap-3">
        <Button onClick={() => void copy()}>
          <Trans>Copy the link</Trans>
        </Button>
        {!isScanned && 'share' in navigator && (
          <Button onClick={() => void navigator.share({ url: link }).catch(() => {})}>
            <Trans>Send it</Trans>
          </Button>
        )}
        <span role="status">{said}</span>
      </div>
    </div>
  )
}
