import { useRef } from 'react'
import { changeLogo, largestLogo, removeLogo } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './settings.module.css'
import { useSaving } from './use-saving.ts'

/** The logo, chosen from the person's own files. What counts is what is in the file, not its name. */
export function LogoCard({ logo }: { logo: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const { saving } = useSaving((file: Blob | null) =>
    file ? call(changeLogo, { body: file }) : call(removeLogo),
  )
  return (
    <Card aria-label="Logo" className={css.logo}>
      <h2 className={css.title}>Logo</h2>
      {logo ? (
        <img src={logo} alt="The logo of the laboratory" className={css.picture} />
      ) : (
        <p className={css.quiet}>There is none yet.</p>
      )}
      {saving.error && (
        <Notice kind="error" role="alert">
          <p>{saving.error.message}</p>
        </Notice>
      )}
      <p className={css.quiet}>
        A PNG or JPEG of up to {Math.round(largestLogo / 1024)} kB. It stands over the screens, and on reports
        from now on.
      </p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label="Logo file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) saving.mutate(file)
        }}
      />
      <div className={css.row}>
        <Button pending={saving.isPending} onClick={() => input.current?.click()}>
          {logo ? 'Choose another' : 'Choose a picture'}
        </Button>
        {logo && (
          <Button variant="plain" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            Remove it
          </Button>
        )}
      </div>
    </Card>
  )
}
