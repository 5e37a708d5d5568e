import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSaving } from './use-saving.ts'

/** A picture of the laboratory, chosen from the person's own files. The server reads its type from the content. */
export function PictureCard({
  title,
  shown,
  isSet,
  about,
  save,
}: {
  title: string
  shown: ReactNode
  isSet: boolean
  about: ReactNode
  /** Null: removes it. */
  save: (file: Blob | null) => Promise<{ message: string }>
}) {
  return (
    <Card aria-label={title} className="stack items-start gap-3">
      <h2 className="mb-4 text-l">{title}</h2>
      {shown}
      <p className="text-ink-soft">{about}</p>
      <ChoosePicture label={t`${title} file`} isSet={isSet} save={save} />
    </Card>
  )
}

/** The buttons that choose and remove a picture. */
export function ChoosePicture({
  label,
  isSet,
  save,
}: {
  label: string
  isSet: boolean
  save: (file: Blob | null) => Promise<{ message: string }>
}) {
  const input = useRef<HTMLInputElement>(null)
  const { saving } = useSaving(save)
  return (
    <>
      {saving.error && (
        <Notice kind="error" role="alert">
          <p>{saving.error.message}</p>
        </Notice>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) saving.mutate(file)
        }}
      />
      <div className="row gap-x-3 gap-y-2">
        <Button pending={saving.isPending} onClick={() => input.current?.click()}>
          {isSet ? t`Choose another` : t`Choose a picture`}
        </Button>
        {isSet && (
          <Button variant="plain" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            <Trans>Remove it</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
